import type { ChairCard } from '@recline/contract/chair-page';
import { pages, pageUrl } from '@recline/contract/pages';
import { storedToken } from '../../data/token.ts';
import { useText } from '../../texts/chair-page.ts';
import { lastRole } from '../session/index.ts';
import { CallLink, isCalledFirst } from './call-link.tsx';
import styles from './help.module.css';
import { useLastReceipt } from './use-last-receipt.ts';
import { useOnPhone } from './use-on-phone.ts';

const hasSession = () => storedToken.get() !== null && lastRole.get() !== 'manager';

/**
 * The guest's orders, the receipt of the last one, the phone number, and where to report a chair that is broken or took
 * a coin for nothing.
 */
export function Help({ card }: { card: ChairCard }) {
  const t = useText();
  const guest = useOnPhone(hasSession, false);
  const receipt = useLastReceipt(guest);
  return (
    <p className={styles.help}>
      {guest && (
        <a className={styles.link} href={pages.myOrders}>
          {t.chairPage.myOrders}
        </a>
      )}
      {receipt && (
        <a className={styles.link} href={pageUrl(pages.receipt, { orderId: receipt })}>
          {t.chairPage.receipt}
        </a>
      )}
      <a className={styles.link} href={pageUrl(pages.feedback, { deviceId: card.deviceId })}>
        {t.chairPage.report}
      </a>
      {!isCalledFirst(card) && <CallLink card={card} className={styles.link} />}
    </p>
  );
}
