import { agreementPaths } from '@recline/contract/agreement-paths';
import { SmallPrint } from '../../../ui/small-print.tsx';
import { useLanguage } from '../../texts/login.ts';
import styles from './consent-links.module.css';

const isAgreement = (part: string): part is keyof typeof agreementPaths => part in agreementPaths;

/** The sentence of consent in a browser without scripts: the texts are separate pages. */
export function ConsentLinks({ sentence }: { sentence: string }) {
  const { texts: t, language } = useLanguage();
  return (
    <SmallPrint>
      {sentence.split(/[{}]/).map((part) =>
        isAgreement(part) ? (
          <a key={part} className={styles.link} href={`${agreementPaths[part]}?lang=${language}`}>
            {t.login.agreements[part]}
          </a>
        ) : (
          part
        ),
      )}
    </SmallPrint>
  );
}
