import { errors } from '@recline/contract/errors';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answerCalls, mountHook, until } from '../../../testing/mount.tsx';
import { usePay } from './use-pay.ts';

beforeEach(() => localStorage.setItem('Access-Token', 'of-a-guest'));

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
});
