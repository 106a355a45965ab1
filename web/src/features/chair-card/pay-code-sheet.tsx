import { pages, pageUrl } from '@recline/contract/pages';
import { create } from 'qrcode';
import { useEffect } from 'react';
import { api } from '../../platform/api.ts';
import { useText } from '../../platform/text.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './pay-code-sheet.module.css';
import type { PayCode } from './paying.ts';

interface PayCodeSheetProps {
  code: PayCode | null;
  /** The name of the provider. */
  provider: string;
  onClose(): void;
}

const pollMs = 2_000;

/** A code to pay with the phone, for a browser that is not on it. The page goes on once the order is paid. */
export function PayCodeSheet({ code, provider, onClose }: PayCodeSheetProps) {
  const t = useText();
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
    <Dialog open={code !== null} onClose={onClose} title={t.sticker.payCode.title}>
      {code && <Code text={code.text} label={t.sticker.payCode.title} />}
      <p className={styles.hint}>{t.sticker.payCode.hint(provider)}</p>
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
