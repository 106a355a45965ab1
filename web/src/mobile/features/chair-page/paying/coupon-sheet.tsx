import type { SubmitEvent } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Stack } from '../../../../ui/stack.tsx';
import { useText } from '../../../texts/chair-page.ts';
import styles from './coupon-sheet.module.css';
import type { CouponState } from './use-coupon.ts';

interface CouponSheetProps {
  open: boolean;
  onClose(): void;
  coupon: CouponState;
  refused: string | null;
  typed: string | undefined;
}

/** Takes the number of a coupon of either kind, which is checked before the sheet closes. */
export function CouponSheet({ open, onClose, coupon, refused, typed }: CouponSheetProps) {
  const t = useText();
  const error = coupon.refusal ?? refused;
  const remove = () => {
    coupon.remove();
    onClose();
  };
  const use = async (no: string) => {
    if (no === '') return remove();
    if (await coupon.check(no)) onClose();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!coupon.busy) void use(String(new FormData(event.currentTarget).get('coupon') ?? '').trim());
  };
  return (
    <Dialog open={open} onClose={onClose} title={t.chairPage.couponsTitle}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <div>
            <Field
              name="coupon"
              label={t.chairPage.coupon}
              placeholder={t.chairPage.enterCoupon}
              defaultValue={coupon.used?.couponNo || coupon.used?.cashCouponNo || typed}
              {...(error && { error })}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={32}
            />
            {!error && <p className={styles.hint}>{t.chairPage.couponHint}</p>}
          </div>
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
