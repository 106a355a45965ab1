import type { ChairCard, FreeChair } from '@recline/contract/chair-page';
import { pages, pageUrl } from '@recline/contract/pages';
import { useEffect, useState } from 'react';
import { optionalCall } from '../../../platform/optional-call.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { api } from '../../data/api.ts';
import { useText } from '../../texts/chair-page.ts';
import { type Choice, currentChoice } from './choice.ts';
import styles from './free-chair-links.module.css';
import { useOnPhone } from './use-on-phone.ts';

const ask = (deviceId: string) =>
  optionalCall(
    'chairPage.freeChairs',
    async () => (await api.chairPage.freeChairs({ deviceId }, { quiet: true })).rows,
    () => [],
  );

/** The chairs to use instead of this one: those that came with its card, or else from their own call. */
export function useFreeChairs(deviceId: string, known: ChairCard['freeChairs'] | undefined): readonly FreeChair[] {
  const [asked, setAsked] = useState<readonly FreeChair[]>([]);
  const missing = known === undefined;
  useEffect(() => {
    if (missing) ask(deviceId).then(setAsked, () => undefined);
  }, [deviceId, missing]);
  return known ?? asked;
}

/** As text, so that equal choices are equal values. */
const choiceText = () => JSON.stringify(currentChoice());

/** Each opens that chair's page with the same choice, so that Pay is the next tap. */
export function FreeChairLinks({ chairs }: { chairs: readonly FreeChair[] }) {
  const t = useText();
  const choice = useOnPhone(choiceText, '{}');
  if (chairs.length === 0) return null;
  return (
    <>
      <p className={styles.hint}>{t.chairPage.otherChairs}</p>
      {chairs.map(({ deviceId, name }) => (
        <a
          key={deviceId}
          className={buttonClass({ kind: 'quiet' })}
          href={pageUrl(pages.index, { deviceId, ...(JSON.parse(choice) as Choice) })}
        >
          {deviceId} · {name}
        </a>
      ))}
    </>
  );
}

/** Whether a start of this chair has failed. */
export function OtherChairs({ deviceId }: { deviceId: string }) {
  return <FreeChairLinks chairs={useFreeChairs(deviceId, undefined)} />;
}
