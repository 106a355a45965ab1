import { errors } from '@recline/contract/errors';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answerCalls, mountHook, until } from '../../../testing/mount.tsx';
import { useCoupon } from './use-coupon.ts';

beforeEach(() => localStorage.setItem('Access-Token', 'of-a-guest'));

const quoted = (isCash: boolean) => ({ code: 200, data: { rows: [{ priceId: '1', amount: '500' }], isCash } });

const mount = async (onChange = () => {}) => mountHook(() => useCoupon('A10001', onChange));

describe('a coupon', () => {
  test.each([
    [false, { couponNo: 'CC1', cashCouponNo: '' }],
    [true, { couponNo: '', cashCouponNo: 'CC1' }],
  ])('has the kind that the server reports (cash: %s)', async (isCash, numbers) => {
    answerCalls(() => quoted(isCash));
    const onChange = vi.fn();
    const coupon = await mount(onChange);
    expect(await coupon.now().check('CC1')).toBe(true);
    await until(() => coupon.now().used !== null && !coupon.now().busy);
    expect(coupon.now().used).toMatchObject(numbers);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  test('that is refused says why, and keeps the one in use', async () => {
    let answer: { code: number; message?: string; data?: unknown } = quoted(false);
    answerCalls(() => answer);
    const coupon = await mount();
    await coupon.now().check('CC1');
    answer = { code: errors.badCoupon.code, message: 'This coupon has expired' };
    expect(await coupon.now().check('CC2')).toBe(false);
    await until(() => coupon.now().refusal !== null);
    expect(coupon.now()).toMatchObject({ refusal: 'This coupon has expired', used: { couponNo: 'CC1' } });
    coupon.now().remove();
    await until(() => coupon.now().used === null);
    expect(coupon.now().refusal).toBeNull();
  });

  test('that is right after a wrong one leaves no refusal', async () => {
    let answer: { code: number; message?: string; data?: unknown } = {
      code: errors.badCoupon.code,
      message: 'Unknown',
    };
    answerCalls(() => answer);
    const coupon = await mount();
    await coupon.now().check('CC1');
    await until(() => coupon.now().refusal === 'Unknown');
    answer = quoted(false);
    await coupon.now().check('CC2');
    await until(() => coupon.now().used !== null);
    expect(coupon.now().refusal).toBeNull();
  });

  test('is busy until the server has answered', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof quoted>>();
    answerCalls(() => promise);
    const coupon = await mount();
    const checked = coupon.now().check('CC1');
    await until(() => coupon.now().busy);
    resolve(quoted(false));
    await checked;
    await until(() => !coupon.now().busy);
  });

  test('that was removed while it was checked stays removed', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof quoted>>();
    answerCalls(() => promise);
    const coupon = await mount();
    const checked = coupon.now().check('CC1');
    await until(() => coupon.now().busy);
    coupon.now().remove();
    await until(() => !coupon.now().busy);
    resolve(quoted(false));
    expect(await checked).toBe(false);
    await coupon.now().check('CC2');
    await until(() => coupon.now().used !== null);
    expect(coupon.now().used?.couponNo).toBe('CC2');
  });
});
