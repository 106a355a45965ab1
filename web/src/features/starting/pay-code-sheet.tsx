import { pages, pageUrl } from '@recline/contract/pages';
import { create } from 'qrcode';
import { useEffect } from 'react';
import { api } from '../../platform/api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './pay-code-sheet.module.css';
import type { PayCode } from './pending-payment.ts';

interface PayCodeSheetProps {
  code: PayCode | null;
  title: string;
  /** With what to scan it. */
  hint: string;
  onClose(): void;
}

const pollMs = 2_000;

/** A code to pay with the phone, for a browser that is not on it. The page goes on once the order is paid. */
export function PayCodeSheet({ code, title, hint, onClose }: PayCodeSheetProps) {
  useEffect(() => {
    if (!code) return;
    const { orderId, until } = code;
    const look = async () => {
      // Without an answer it is asked again.
      const order = await api.orders.get({ orderId }, { quiet: true }).catch(() => null);
      if (order && order.status !== 'pending') location.assign(pageUrl(pages.countdown, { orderId }));
      else if (Date.now() > Date.parse(until)) onClose();
    };
    const timer = setInterval(() => void look(), pollMs);
    return () => clearInterval(timer);
  }, [code, onClose]);
  return (
    <Dialog open={code !== null} onClose={onClose} title={title}>
      {code && <Code text={code.text} label={title} />}
      <p className={styles.hint}>{hint}</p>
    </Dialog>
  );
}

/** Dark on light in every theme: scanners expect it. */
function Code({ text, label }: { text: string; label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const path = Array.from(data, (dark, index) =>
    dark ? `M${index % size} ${Math.floor(index / size)}h1v1h-1z` : '',
  ).join('');
  return (
    <svg className={styles.code} viewBox={`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
