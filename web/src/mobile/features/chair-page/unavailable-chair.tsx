import type { ChairCard } from '@recline/contract/chair-page';
import { pages, pageUrl } from '@recline/contract/pages';
import { useEffect, useState } from 'react';
import { formatDuration } from '../../../platform/duration.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useText } from '../../texts/chair-page.ts';
import { CallLink, isCalledFirst } from './call-link.tsx';
import { FreeChairLinks, useFreeChairs } from './free-chair-links.tsx';
import styles from './unavailable-chair.module.css';

interface UnavailableChairProps {
  card: ChairCard;
  onRetry(): Promise<void>;
}

const drawings = {
  inUse: 'inUse',
  offline: 'offline',
  fault: 'device',
  closed: 'forbidden',
  yours: 'massage',
} as const;

/** A chair that cannot be started now: why, and what to do instead. */
export function UnavailableChair({ card, onRetry }: UnavailableChairProps) {
  const t = useText();
  const freeChairs = useFreeChairs(card.deviceId, card.freeChairs);
  if (card.state === 'free') return null;
  const { title, text } = t.chairPage.notFree[card.state];
  return (
    <Notice drawing={drawings[card.state]} title={title} text={text}>
      {card.state === 'inUse' && <FreeIn card={card} />}
      {card.orderId && (
        <a className={buttonClass()} href={pageUrl(pages.countdown, { orderId: card.orderId })}>
          {t.chairPage.toCountdown}
        </a>
      )}
      <FreeChairLinks chairs={freeChairs} />
      {card.state !== 'yours' && (
        <a className={buttonClass({ kind: 'text' })} href={pages.index}>
          {t.chairPage.scanOther}
        </a>
      )}
      {card.state !== 'yours' && card.state !== 'closed' && (
        <RetryButton kind={freeChairs.length > 0 ? 'text' : 'quiet'} onRetry={onRetry} />
      )}
      {isCalledFirst(card) && <CallLink card={card} className={buttonClass({ kind: 'text' })} />}
    </Notice>
  );
}

interface RetryButtonProps {
  /** Plain text if something better than waiting is offered above it. */
  kind?: 'quiet' | 'text';
  onRetry(): Promise<void>;
}

export function RetryButton({ kind = 'quiet', onRetry }: RetryButtonProps) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const retry = () => {
    setBusy(true);
    void onRetry().finally(() => setBusy(false));
  };
  return (
    <Button kind={kind} busy={busy} onClick={retry}>
      {t.chairPage.retry}
    </Button>
  );
}

/** A server that does not send its time is assumed to have the phone's. */
const startOf = (serverTime: string | null | undefined) => (serverTime ? Date.parse(serverTime) : Date.now());

/** The time until the chair is free, by the server's clock. */
function FreeIn({ card: { freeAt, serverTime } }: { card: ChairCard }) {
  const t = useText();
  const [now, setNow] = useState(() => startOf(serverTime));
  useEffect(() => {
    const ahead = startOf(serverTime) - Date.now();
    const tick = () => setNow(Date.now() + ahead);
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [serverTime]);
  const left = freeAt === null ? 0 : Math.max(0, Date.parse(freeAt) - now);
  if (left === 0) return <p className={styles.freeIn}>{t.chairPage.soonFree}</p>;
  return (
    <p className={styles.freeIn}>
      {t.chairPage.freeIn} <time className={`number ${styles.clock}`}>{formatDuration(left)}</time>
    </p>
  );
}
