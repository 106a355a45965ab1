import type { SubmitEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { useText } from '../../texts/chair-page.ts';
import type { CouponRefusal } from './coupon-refusal.ts';
import styles from './coupon-sheet.module.css';
import type { CouponNumbers, CouponState } from './use-coupon.ts';

interface CouponSheetProps {
  open: boolean;
  onClose(): void;
  coupon: CouponState;
  refused: CouponRefusal | null;
}

const textOf = (values: FormData, name: string) => String(values.get(name) ?? '').trim();

/** Takes a coupon number, which is checked before the sheet closes. */
export function CouponSheet({ open, onClose, coupon, refused }: CouponSheetProps) {
  const t = useText();
  const remove = () => {
    coupon.remove();
    onClose();
  };
  const use = async (numbers: CouponNumbers) => {
    if (!numbers.couponNo && !numbers.cashCouponNo) return remove();
    if (await coupon.check(numbers)) onClose();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (coupon.busy) return;
    const values = new FormData(event.currentTarget);
    void use({ couponNo: textOf(values, 'couponNo'), cashCouponNo: textOf(values, 'cashCouponNo') });
  };
  const refusal = coupon.refusal ?? refused;
  const errorOf = (field: CouponRefusal['field']) => (refusal?.field === field ? refusal.message : undefined);
  return (
    <Dialog open={open} onClose={onClose} title={t.chairPage.couponsTitle}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <CouponField name="couponNo" value={coupon.used?.couponNo} error={errorOf('couponNo')} />
          <CouponField name="cashCouponNo" value={coupon.used?.cashCouponNo} error={errorOf('cashCouponNo')} />
          <Stack gap="s">
            <Button type="submit" busy={coupon.busy}>
              {t.chairPage.useCoupon}
            </Button>
            {coupon.used && (
              <Button kind="quiet" onClick={remove}>
                {t.chairPage.removeCoupon}
              </Button>
            )}
          </Stack>
        </Stack>
      </form>
    </Dialog>
  );
}

interface CouponFieldProps {
  name: CouponRefusal['field'];
  value: string | undefined;
  error: string | undefined;
}

function CouponField({ name, value, error }: CouponFieldProps) {
  const t = useText();
  const coupon = name === 'couponNo';
  return (
    <div>
      <Field
        name={name}
        label={coupon ? t.chairPage.coupon : t.chairPage.cashCoupon}
        placeholder={coupon ? t.chairPage.couponPrompt : t.chairPage.cashCouponPrompt}
        defaultValue={value}
        {...(error && { error })}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
      />
      {!error && <p className={styles.hint}>{coupon ? t.chairPage.couponHint : t.chairPage.cashCouponHint}</p>}
    </div>
  );
}
