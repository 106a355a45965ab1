import { errors } from '@recline/contract/errors';
import { pages, pageUrl } from '@recline/contract/pages';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { chairPage as zh } from '../../../../../locales/zh_CN/chair-page.ts';
import { currentToast } from '../../../../platform/toast.ts';
import { onApiError } from '../../../data/api.ts';
import { answerCalls, mountHook, stayOnPage, until } from '../../../testing/mount.tsx';
import { nextNotice } from '../../session/index.ts';
import { usePay } from './use-pay.ts';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.setItem('Access-Token', 'of-a-guest');
});

const intent = { deviceId: 'A10001', priceId: '1', payType: 'wechat' };
const pending = { orderId: '7', status: 'pending', pay: { kind: 'qr', text: 'weixin://pay', until: null } };
const versions = { code: 200, data: { version: '1' } };

const mount = async (refresh = async () => {}) => mountHook(() => usePay('A10001', refresh));
const paid = (asked: readonly string[]) => asked.filter((call) => call === 'POST /pay').length;

describe('Pay', () => {
  test('tapped twice places one order, and shows its code', async () => {
    const { promise, resolve } = Promise.withResolvers<{ code: number; data: object }>();
    const asked = answerCalls((path) => (path === '/pay' ? promise : versions));
    const pay = await mount();
    pay.now().run(intent);
    await until(() => pay.now().phase === 'starting');
    pay.now().run(intent);
    resolve({ code: 200, data: pending });
    await until(() => pay.now().code !== null);
    expect(paid(asked)).toBe(1);
    expect(pay.now()).toMatchObject({ phase: 'idle', code: { text: 'weixin://pay', orderId: '7' } });
    pay.now().closeCode();
    await until(() => pay.now().code === null);
  });

  test('that is refused says why, and refetches the chair', async () => {
    answerCalls((path) =>
      path === '/pay' ? { code: errors.deviceInUse.code, message: 'The chair is in use' } : versions,
    );
    const refresh = vi.fn(async () => {});
    const pay = await mount(refresh);
    pay.now().run(intent);
    await until(() => pay.now().message !== null);
    expect(pay.now()).toMatchObject({ phase: 'idle', message: 'The chair is in use' });
    expect(refresh).toHaveBeenCalled();
    pay.now().reset();
    await until(() => pay.now().message === null);
  });

  test('on a page that Back restored can be tapped again', async () => {
    const asked = answerCalls((path) => (path === '/pay' ? new Promise(() => {}) : versions));
    const refresh = vi.fn(async () => {});
    const pay = await mount(refresh);
    pay.now().run(intent);
    await until(() => pay.now().phase === 'starting');
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await until(() => pay.now().phase === 'idle');
    expect(refresh).toHaveBeenCalledTimes(1);
    pay.now().run(intent);
    await until(() => paid(asked) === 2);
  });

  test('with a coupon that is refused does not refetch the chair', async () => {
    answerCalls((path) => (path === '/pay' ? { code: errors.badCoupon.code, message: 'It has expired' } : versions));
    const refresh = vi.fn(async () => {});
    const pay = await mount(refresh);
    pay.now().run(intent);
    await until(() => pay.now().refusal === 'It has expired');
    expect(pay.now()).toMatchObject({ phase: 'idle', message: null });
    expect(refresh).not.toHaveBeenCalled();
  });

  test.each([
    [
      'the page of the provider',
      { ...pending, pay: { kind: 'redirect', url: '/cashier?of=7' } },
      '/cashier?of=7',
      'leaving',
    ],
    ['the countdown', { ...pending, status: 'starting' }, pageUrl(pages.countdown, { orderId: '7' }), 'starting'],
  ])('leads to %s, and stays busy', async (_where, data, address, phase) => {
    answerCalls((path) => (path === '/pay' ? { code: 200, data } : versions));
    const left = stayOnPage();
    const pay = await mount();
    pay.now().run(intent);
    await until(() => left.length > 0);
    expect(left).toEqual([address]);
    await until(() => pay.now().phase === phase);
  });

  test('by a member of another outlet leads to the page that says so', async () => {
    answerCalls((path) => (path === '/pay' ? { code: errors.wrongOutlet.code } : versions));
    const left = stayOnPage();
    const pay = await mount();
    pay.now().run(intent);
    await until(() => left.length > 0);
    expect(left).toEqual([pageUrl(pages.error, { errType: 'branch' })]);
    expect(pay.now().message).toBeNull();
  });

  test('says that the outcome is unknown if no answer came', async () => {
    answerCalls((path) => {
      if (path === '/pay') throw new TypeError('Failed to fetch');
      return versions;
    });
    const pay = await mount();
    pay.now().run(intent);
    await until(() => pay.now().message === zh.noAnswer);
    expect(pay.now()).toMatchObject({ sessionLost: false, didNotStart: false });
  });

  test('after the chair did not start offers others', async () => {
    answerCalls((path) => (path === '/pay' ? { code: errors.deviceDidNotStart.code, message: 'It is off' } : versions));
    const pay = await mount();
    pay.now().run(intent);
    await until(() => pay.now().didNotStart);
    expect(pay.now().message).toBe('It is off');
  });

  test('says once what the page before has left', async () => {
    nextNotice.set('Alipay could not identify you');
    const pay = await mount();
    await until(() => pay.now().message === 'Alipay could not identify you');
    expect(nextNotice.get()).toBeNull();
  });

  test.each([
    [intent.deviceId, 1],
    ['B20002', 0],
  ])('that a wallet has confirmed for chair %s goes on here, once: %i', async (deviceId, times) => {
    sessionStorage.setItem(
      'walletPayment',
      JSON.stringify({ intent: { ...intent, deviceId }, confirmedAt: Date.now() }),
    );
    const asked = answerCalls((path) => (path === '/pay' ? { code: 200, data: pending } : versions));
    const pay = await mount();
    if (times > 0) await until(() => pay.now().code !== null);
    expect([paid(asked), sessionStorage.getItem('walletPayment')]).toEqual([times, null]);
  });
});

describe('a payer who waits in a queue', () => {
  const waiting = { ...pending, pay: null, wait: { seconds: 30 } };

  async function wait(stop: () => { code: number; message?: string; data?: object }) {
    const reported = vi.fn();
    onApiError(reported);
    onTestFinished(() => onApiError(() => {}));
    const asked = answerCalls((path) => {
      if (path.endsWith('/stop')) return stop();
      return path === '/pay' ? { code: 200, data: waiting } : versions;
    });
    const left = stayOnPage();
    const refresh = vi.fn(async () => {});
    const pay = await mount(refresh);
    pay.now().run(intent);
    await until(() => pay.now().turn === 30);
    pay.now().cancel();
    return { pay, refresh, asked, left, reported };
  }

  test('may leave it: the order is cancelled, and the page opens anew', async () => {
    const { pay, left, asked } = await wait(() => ({ code: 200, data: pending }));
    await until(() => left.length > 0);
    expect(left).toEqual([pageUrl(pages.index, { deviceId: 'A10001' })]);
    expect(asked.filter((call) => call.endsWith('/stop')).length).toBe(1);
    await until(() => pay.now().turn === null);
  });

  test('is told on the page, and nowhere else, if the order could not be cancelled', async () => {
    const { pay, refresh, left, reported } = await wait(() => {
      throw new TypeError('Failed to fetch');
    });
    await until(() => pay.now().message === zh.noAnswer);
    expect([pay.now().phase, left, reported.mock.calls, currentToast()]).toEqual(['idle', [], [], null]);
    expect(refresh).toHaveBeenCalledTimes(1);
  });
});
