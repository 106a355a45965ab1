import { useEffect, useEffectEvent, useId } from 'react';
import { useOnDemand } from '../../../platform/on-demand.ts';
import { InlineButton, SmallPrint } from '../../../ui/small-print.tsx';
import { usePageSheet } from '../../../ui/use-page-sheet.ts';
import { useText } from '../../texts/login.ts';
import type { AgreementName } from './agreement-sheet.tsx';

const loadSheet = async () => (await import('./agreement-sheet.tsx')).AgreementSheet;
const names = ['userAgreement', 'privacyNotice'] as const satisfies readonly AgreementName[];
const isAgreement = (part: string): part is AgreementName => part === 'userAgreement' || part === 'privacyNotice';

/** The sentence of consent; `{userAgreement}` and `{privacyNotice}` in it open the texts, which Back closes. */
export function Consent({ sentence }: { sentence: string }) {
  const t = useText();
  const id = useId();
  const sheets = {
    userAgreement: usePageSheet(`${id}userAgreement`),
    privacyNotice: usePageSheet(`${id}privacyNotice`),
  };
  const shown = names.find((name) => sheets[name].isOpen) ?? null;
  const [Sheet, load] = useOnDemand(loadSheet);
  const loadShown = useEffectEvent(load);
  const isShown = shown !== null;
  useEffect(() => {
    if (isShown) loadShown(); // also if a reload or Forward opens it
  }, [isShown]);
  const open = (name: AgreementName) => {
    load();
    sheets[name].open();
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
      {Sheet && <Sheet name={shown} onClose={() => shown && void sheets[shown].close()} />}
    </>
  );
}
