import { errors } from '@recline/contract/errors';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answerCalls } from '../../testing/mount.tsx';

const intent = { deviceId: 'A10001', priceId: '1', payType: 'sandbox' };
const placed = { code: 200, data: { orderId: '7', status: 'pending' } };
const call = '/api/web/api/v1/data-centre/activate';

beforeEach(() => {
  localStorage.setItem('Access-Token', 'of-a-guest');
  sessionStorage.clear();
});

/** As on a page that was just opened: which way pays is not decided yet. */
async function openPage() {
  vi.resetModules();
  const { initLanguage } = await import('../../../platform/language-store.ts');
  await initLanguage('zh_CN', 'chairPage');
  return import('./paying.ts');
}

const postsOf = (asked: readonly string[]) =>
  asked.filter((each) => each.startsWith('POST')).map((each) => each.slice(5));

describe('the way from Pay to an order', () => {
  test.each([404, 405])('is the call where the server has no form, which it says by %s', async (code) => {
    const asked = answerCalls((path) => (path === '/pay' ? { code } : placed));
    const { activate } = await openPage();
    expect(await activate(intent)).toMatchObject({ orderId: '7' });
    expect(await activate(intent)).toMatchObject({ orderId: '7' });
    expect(postsOf(asked)).toEqual(['/pay', call, call]);
  });

  test('does not change after an answer that did not arrive: the order may exist', async () => {
    let answer: { code: number } = { code: 502 };
    const asked = answerCalls((path) => (path === '/pay' ? answer : placed));
    const { activate } = await openPage();
    await expect(activate(intent)).rejects.toThrow();
    answer = { code: 404 };
    await expect(activate(intent)).rejects.toThrow();
    expect(postsOf(asked)).toEqual(['/pay', '/pay']);
  });

  test('asks once more with the new key that came with the answer to an old one', async () => {
    const answers = [{ code: errors.conflict.code }, placed];
    const asked = answerCalls((path) => (path === '/pay' ? (answers.shift() ?? placed) : placed));
    const { activate } = await openPage();
    expect(await activate(intent)).toMatchObject({ orderId: '7' });
    expect(postsOf(asked)).toEqual(['/pay', '/pay']);
  });
});
