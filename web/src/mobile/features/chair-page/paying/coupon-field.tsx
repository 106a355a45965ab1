import { Card } from '../../../../ui/card.tsx';
import { Field } from '../../../../ui/field.tsx';
import { RowContent } from '../../../../ui/list.tsx';
import { useText } from '../../../texts/chair-page.ts';
import styles from './coupon-field.module.css';

interface CouponFieldProps {
  form: string;
  value: string | undefined;
  refused: string | null;
}

/** A coupon of either kind, until scripts check it before the tap on Pay. */
export function CouponField({ form, value, refused }: CouponFieldProps) {
  const t = useText();
  return (
    <Card>
      <details open={value !== undefined || refused !== null}>
        <summary className={styles.couponRow}>
          <RowContent icon="ticket" title={t.chairPage.coupons} value={t.chairPage.enterCoupon} chevron />
        </summary>
        <Field
          form={form}
          name="coupon"
          label={t.chairPage.coupons}
          placeholder={t.chairPage.enterCoupon}
          defaultValue={value}
          {...(refused && { error: refused })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
        />
      </details>
    </Card>
  );
}
