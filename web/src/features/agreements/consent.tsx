import { useState } from 'react';
import { useOnDemand } from '../../platform/on-demand.ts';
import { useText } from '../../platform/text.tsx';
import { InlineButton, SmallPrint } from '../../ui/small-print.tsx';
import type { AgreementName } from './agreement-sheet.tsx';

const loadSheet = async () => (await import('./agreement-sheet.tsx')).AgreementSheet;
const isAgreement = (part: string): part is AgreementName => part === 'userAgreement' || part === 'privacyNotice';

/** The sentence of consent; `{userAgreement}` and `{privacyNotice}` in it open the texts. */
export function Consent({ sentence }: { sentence: string }) {
  const t = useText();
  const [shown, setShown] = useState<AgreementName | null>(null);
  const [Sheet, load] = useOnDemand(loadSheet);
  const open = (name: AgreementName) => {
    load();
    setShown(name);
  };
  return (
    <>
      <SmallPrint>
        {sentence.split(/[{}]/).map((part) =>
          isAgreement(part) ? (
            <InlineButton key={part} aria-haspopup="dialog" onClick={() => open(part)}>
              {t.login.agreements[part]}
            </InlineButton>
          ) : (
            part
          ),
        )}
      </SmallPrint>
      {Sheet && <Sheet name={shown} onClose={() => setShown(null)} />}
    </>
  );
}
