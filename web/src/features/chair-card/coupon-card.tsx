import { type SubmitEvent, useEffect, useEffectEvent } from 'react';
import { useText } from '../../platform/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { List, ListAction, RowContent } from '../../ui/list.tsx';
import { Stack } from '../../ui/stack.tsx';
import { usePageSheet } from '../../ui/use-page-sheet.ts';
import type { Payment } from './payment.ts';
import styles from './sticker.module.css';
import type { CouponRefusal } from './use-pay.ts';

interface CouponCardProps {
  payment: Payment;
  refusal: CouponRefusal | null;
  onChange(numbers: Pick<Payment, 'couponNo' | 'cashCouponNo'>): void;
}

const textOf = (values: FormData, name: string) => String(values.get(name) ?? '').trim();

/** A row with the coupon number in use; a tap opens the sheet to change it. */
export function CouponCard({ payment, refusal, onChange }: CouponCardProps) {
  const t = useText();
  const sheet = usePageSheet('coupons');
  const open = useEffectEvent(sheet.open);
  useEffect(() => {
    if (refusal) open();
  }, [refusal]);
  const use = (numbers: Pick<Payment, 'couponNo' | 'cashCouponNo'>) => {
    onChange(numbers);
    void sheet.close();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    use({ couponNo: textOf(values, 'couponNo'), cashCouponNo: textOf(values, 'cashCouponNo') });
  };
  const used = payment.cashCouponNo || payment.couponNo;
  const errorOf = (field: CouponRefusal['field']) => (refusal?.field === field ? refusal.message : undefined);
  return (
    <Card>
      <List>
        <ListAction>
          <button type="button" onClick={sheet.open}>
            <RowContent icon="ticket" title={t.sticker.coupons} value={used || t.sticker.enterCoupon} chevron />
          </button>
        </ListAction>
      </List>
      <Dialog open={sheet.isOpen} onClose={() => void sheet.close()} title={t.sticker.couponsTitle}>
        <form className={styles.coupons} onSubmit={submit} noValidate>
          <CouponField name="couponNo" value={payment.couponNo} error={errorOf('couponNo')} />
          <CouponField name="cashCouponNo" value={payment.cashCouponNo} error={errorOf('cashCouponNo')} />
          <Stack gap="s">
            <Button type="submit">{t.sticker.useCoupon}</Button>
            {used && (
              <Button kind="quiet" onClick={() => use({ couponNo: '', cashCouponNo: '' })}>
                {t.sticker.removeCoupon}
              </Button>
            )}
          </Stack>
        </form>
      </Dialog>
    </Card>
  );
}

function CouponField({ name, value, error }: { name: CouponRefusal['field']; value: string; error?: string }) {
  const t = useText();
  const coupon = name === 'couponNo';
  return (
    <div>
      <Field
        name={name}
        label={coupon ? t.sticker.coupon : t.sticker.cashCoupon}
        placeholder={coupon ? t.sticker.couponPrompt : t.sticker.cashCouponPrompt}
        defaultValue={value}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
      />
      {!error && <p className={styles.fieldHint}>{coupon ? t.sticker.couponHint : t.sticker.cashCouponHint}</p>}
    </div>
  );
}
