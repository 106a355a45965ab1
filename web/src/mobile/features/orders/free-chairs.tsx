import type { Order } from '@recline/contract/orders';
import { pages } from '@recline/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { buttonClass } from '../../../ui/button.tsx';
import { useText } from '../../texts/app.ts';
import { chairPageOf } from './chair-page.ts';
import { freeChairsQuery } from './free-chairs.queries.ts';
import { NightHint } from './night-hint.tsx';

/** Other chairs for the same package; a tap opens the chair's page, where the next tap is Pay. */
export function FreeChairs({ order }: { order: Order }) {
  const t = useText();
  const { data: chairs = [] } = useQuery(freeChairsQuery(order.deviceId));
  return (
    <>
      {chairs.length > 0 && <NightHint>{t.countdown.freeChairs}</NightHint>}
      {chairs.map(({ deviceId, name }) => (
        <a key={deviceId} className={buttonClass({ kind: 'mint' })} href={chairPageOf({ ...order, deviceId })}>
          {deviceId} · {name}
        </a>
      ))}
      <a className={buttonClass({ kind: chairs.length > 0 ? 'glass' : 'mint' })} href={pages.index}>
        {t.countdown.otherDevice}
      </a>
    </>
  );
}
