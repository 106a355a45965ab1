import type { Price } from '@recline/contract/starting';
import { useEffect, useEffectEvent } from 'react';
import { useOnDemand } from '../../../../platform/on-demand.ts';
import { useFormat } from '../../../../platform/text.tsx';
import { Card } from '../../../../ui/card.tsx';
import { List, ListAction, RowContent } from '../../../../ui/list.tsx';
import { usePageSheet } from '../../../../ui/use-page-sheet.ts';
import { useText } from '../../../texts/chair-page.ts';
import type { CouponState } from './use-coupon.ts';

interface CouponCardProps {
  coupon: CouponState;
  price: Price;
  /** Why the server refused the coupon when the order was placed. */
  refused: string | null;
  /** The number that was refused before the scripts ran. */
  typed: string | undefined;
}

const loadSheet = async () => (await import('./coupon-sheet.tsx')).CouponSheet;

/** A row with the coupon in use and its discount; a tap opens the sheet to change it. */
export function CouponCard({ coupon, price, refused, typed }: CouponCardProps) {
  const t = useText();
  const format = useFormat();
  const sheet = usePageSheet('coupons');
  const [Sheet, load] = useOnDemand(loadSheet);
  const start = () => {
    load();
    sheet.open();
  };
  const openRefused = useEffectEvent(start);
  useEffect(() => {
    if (refused) openRefused();
  }, [refused]);
  const left = coupon.used?.amounts?.[price.priceId];
  const saved = left === undefined ? undefined : `−${format.money(price.amount - left, price.currency)}`;
  const number = coupon.used?.cashCouponNo || coupon.used?.couponNo;
  return (
    <Card>
      <List>
        <ListAction>
          <button type="button" aria-haspopup="dialog" onClick={start}>
            <RowContent
              icon="ticket"
              title={t.chairPage.coupons}
              text={number}
              value={saved ?? (number ? undefined : t.chairPage.enterCoupon)}
              chevron
            />
          </button>
        </ListAction>
      </List>
      {Sheet && (
        <Sheet
          open={sheet.isOpen}
          onClose={() => void sheet.close()}
          coupon={coupon}
          refused={refused}
          typed={refused ? typed : undefined}
        />
      )}
    </Card>
  );
}
