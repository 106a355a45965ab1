import { pages, pageUrl } from '@recline/contract/pages';
import type { Pay } from '@recline/contract/starting';
import { useEffect } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { api } from '../../data/api.ts';
import styles from './pay-code-sheet.module.css';

/** A code to scan with another phone, or with the provider's app. */
export type PayCode = Extract<Pay, { kind: 'qr' }> & { orderId: string };

interface PayCodeSheetProps {
  code: PayCode | null;
  title: string;
  /** The app to scan it with. */
  hint: string;
  onClose(): void;
}

const pollMs = 2_000;

/** A code to pay with the phone, for a browser on another device. The page continues once the order is paid. */
export function PayCodeSheet({ code, title, hint, onClose }: PayCodeSheetProps) {
  useEffect(() => {
    if (!code) return;
    const { orderId, until } = code;
    const look = async () => {
      // Without an answer the query is repeated.
      const order = await api.orders.get({ orderId }, { quiet: true }).catch(() => null);
      if (order && order.status !== 'pending') location.assign(pageUrl(pages.countdown, { orderId }));
      else if (Date.now() > Date.parse(until)) onClose();
    };
    const timer = setInterval(() => void look(), pollMs);
    return () => clearInterval(timer);
  }, [code, onClose]);
  return (
    <Dialog open={code !== null} onClose={onClose} title={title}>
      {code && (
        <div className={styles.code}>
          <QrCode text={code.text} label={title} />
        </div>
      )}
      <p className={styles.hint}>{hint}</p>
    </Dialog>
  );
}
