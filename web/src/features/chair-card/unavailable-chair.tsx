import type { Card } from '@recline/contract/chair-card';
import { pages, pageUrl } from '@recline/contract/pages';
import { useEffect, useState } from 'react';
import { useText } from '../../platform/text.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { formatDuration } from '../orders/index.ts';
import { CallLink, isCalledFirst } from './call-link.tsx';
import styles from './sticker.module.css';

interface UnavailableChairProps {
  card: Card;
  onRetry(): Promise<void>;
}

const drawings = { inUse: 'inUse', offline: 'offline', fault: 'device', yours: 'massage' } as const;

/** A chair that cannot be started now: why, and what to do instead. */
export function UnavailableChair({ card, onRetry }: UnavailableChairProps) {
  const t = useText();
  if (card.state === 'free') return null;
  const { title, text } = t.sticker.notFree[card.state];
  return (
    <Notice drawing={drawings[card.state]} title={title} text={text}>
      {card.state === 'inUse' && <FreeIn card={card} />}
      {card.orderId && (
        <a className={buttonClass()} href={pageUrl(pages.countdown, { orderId: card.orderId })}>
          {t.sticker.toCountdown}
        </a>
      )}
      {card.freeChairs.length > 0 && <p className={styles.hint}>{t.sticker.otherChairs}</p>}
      {card.freeChairs.map(({ deviceId, name }) => (
        <a key={deviceId} className={buttonClass({ kind: 'quiet' })} href={pageUrl(pages.index, { deviceId })}>
          {deviceId} · {name}
        </a>
      ))}
      {card.state !== 'yours' && <RetryButton kind={card.freeChairs.length > 0 ? 'text' : 'quiet'} onRetry={onRetry} />}
      {isCalledFirst(card) && <CallLink card={card} className={buttonClass({ kind: 'text' })} />}
    </Notice>
  );
}

interface RetryButtonProps {
  /** Plain text where something better than waiting is offered above it. */
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
      {t.sticker.retry}
    </Button>
  );
}

/** The time until the chair is free, by the server's clock; the server gives both or neither. */
function FreeIn({ card: { freeAt, serverTime } }: { card: Card }) {
  const t = useText();
  const [now, setNow] = useState(() => Date.parse(serverTime ?? ''));
  useEffect(() => {
    const ahead = Date.parse(serverTime ?? '') - Date.now();
    const tick = () => setNow(Date.now() + ahead);
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [serverTime]);
  const left = freeAt === null ? 0 : Math.max(0, Date.parse(freeAt) - now);
  if (left === 0) return <p className={styles.freeIn}>{t.sticker.soonFree}</p>;
  return (
    <p className={styles.freeIn}>
      {t.sticker.freeIn} <time className={`number ${styles.clock}`}>{formatDuration(left)}</time>
    </p>
  );
}
