import type { Contract } from '@recline/contract';
import { type Block, blocksOf } from '@recline/contract/agreement-text';
import type { OutputOf } from '@recline/contract/call';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { api } from '../../data/api.ts';
import { useLanguage } from '../../texts/login.ts';
import styles from './agreement-sheet.module.css';

type Agreements = OutputOf<Contract['agreements']['get']>;
export type AgreementName = Exclude<keyof Agreements, 'version'>;

interface AgreementSheetProps {
  /** Null while it is closed. */
  name: AgreementName | null;
  onClose(): void;
}

/** The user agreement or the privacy notice, as the operator wrote it. */
export function AgreementSheet({ name, onClose }: AgreementSheetProps) {
  const { texts: t, language } = useLanguage();
  const [last, setLast] = useState(name);
  if (name !== null && name !== last) setLast(name);
  const { agreements, failed, load } = useAgreements(language);
  const shown = last === null ? undefined : agreements?.[last];
  const title = shown?.title ?? (last === null ? '' : t.login.agreements[last]);
  return (
    <Dialog open={name !== null} onClose={onClose} title={title}>
      {shown && (
        <div className={styles.text}>
          {blocksOf(shown.text).map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is shown
            <BlockView key={index} block={block} />
          ))}
        </div>
      )}
      {!shown && !failed && <Skeleton lines={6} />}
      {!shown && failed && (
        <>
          <p role="alert">{t.common.network}</p>
          <Button kind="quiet" onClick={load}>
            {t.login.agreements.retry}
          </Button>
        </>
      )}
    </Dialog>
  );
}

function useAgreements(language: string) {
  const [agreements, setAgreements] = useState<Agreements | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    api.agreements.get({}, { quiet: true }).then(setAgreements, () => setFailed(true));
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts are in the language of the page
  useEffect(load, [load, language]);
  return { agreements, failed, load };
}

function BlockView({ block }: { block: Block }) {
  if (block.kind !== 'list')
    return block.kind === 'heading' ? <h3 className={styles.heading}>{block.text}</h3> : <p>{block.text}</p>;
  return (
    <ul className={styles.list}>
      {block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is shown
        <li key={index}>{item}</li>
      ))}
    </ul>
  );
}
