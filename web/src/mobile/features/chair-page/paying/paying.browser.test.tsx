import { errors } from '@recline/contract/errors';
import { beforeEach, describe, expect, test } from 'vitest';
import { initLanguage } from '../../../../platform/language-store.ts';
import { answerCalls } from '../../../testing/mount.tsx';
import { makePaying } from './paying.ts';

const intent = { deviceId: 'A10001', priceId: '1', payType: 'sandbox' };
const placed = { code: 200, data: { orderId: '7', status: 'pending' } };
const call = 'POST /api/web/api/v1/data-centre/activate';
const form = 'POST /pay';

beforeEach(async () => {
  localStorage.setItem('Access-Token', 'of-a-guest');
  sessionStorage.clear();
  await initLanguage('zh_CN', 'chairPage');
});

const posts = (asked: readonly string[]) => asked.filter((each) => each.startsWith('POST'));

describe('the way from Pay to an order', () => {
  test('is the form of the page on its own server', async () => {
    const asked = answerCalls(() => placed);
    expect(await makePaying('').requestStart(intent)).toMatchObject({ orderId: '7' });
    expect(posts(asked)).toEqual([form]);
  });

  test('is the call on another API server', async () => {
    const asked = answerCalls(() => placed);
    await makePaying('https://api.example').requestStart(intent);
    expect(posts(asked)).toEqual([call]);
  });

  test.each([404, 405])('is the call where the server has no form, which it says by %s', async (code) => {
    const asked = answerCalls((path) => (path === '/pay' ? { code } : placed));
    const { requestStart } = makePaying('');
    expect(await requestStart(intent)).toMatchObject({ orderId: '7' });
    await requestStart(intent);
    expect(posts(asked)).toEqual([form, call, call]);
  });

  test('does not change after an answer that did not arrive: the order may exist', async () => {
    let answer = { code: 502 };
    const asked = answerCalls((path) => (path === '/pay' ? answer : placed));
    const { requestStart } = makePaying('');
    await expect(requestStart(intent)).rejects.toThrow();
    answer = { code: 404 };
    await expect(requestStart(intent)).rejects.toThrow();
    expect(posts(asked)).toEqual([form, form]);
  });

  test('asks once more with the new key that came with the answer to an old one', async () => {
    const answers = [{ code: errors.conflict.code }, placed];
    const asked = answerCalls((path) => (path === '/pay' ? (answers.shift() ?? placed) : placed));
    expect(await makePaying('').requestStart(intent)).toMatchObject({ orderId: '7' });
    expect(posts(asked)).toEqual([form, form]);
  });
});
