import { errors } from '@recline/contract/errors';
import { beforeEach, describe, expect, test } from 'vitest';
import { initLanguage } from '../../../platform/language-store.ts';
import { api } from '../../data/api.ts';
import { storedToken } from '../../data/token.ts';
import { answerCalls } from '../../testing/mount.tsx';
import {
  ensureSession,
  isConfirmedByWallet,
  keepNumberSession,
  keepWalletSession,
  resumeSession,
  SessionLost,
  withSession,
} from './guest-session.ts';
import { lastRole, withoutNumber } from './stored.ts';

beforeEach(async () => {
  localStorage.clear();
  await initLanguage('zh_CN', 'chairPage');
});

const guest = { code: 200, data: { accessToken: 'of-a-guest' } };

describe('a session for paying', () => {
  test('is opened if there is none, for a guest without a number', async () => {
    answerCalls(() => guest);
    await ensureSession();
    expect([storedToken.get(), lastRole.get(), withoutNumber.get()]).toEqual(['of-a-guest', 'consumer', 'yes']);
  });

  test('is the existing one', async () => {
    storedToken.set('mine');
    const asked = answerCalls(() => guest);
    await ensureSession();
    await resumeSession();
    expect([storedToken.get(), asked]).toEqual(['mine', []]);
  });

  test('that the browser still has is taken over, and no new one is opened', async () => {
    const forms: string[] = [];
    const answer = (found: boolean) => (_path: string, form: URLSearchParams) => {
      forms.push(String(form));
      return found ? guest : { code: errors.notFound.code };
    };
    answerCalls(answer(false));
    await resumeSession();
    expect(storedToken.get()).toBeNull();
    answerCalls(answer(true));
    await resumeSession();
    expect(storedToken.get()).toBe('of-a-guest');
    expect(forms).toEqual(['existing=true', 'existing=true']);
  });

  test('that could not be looked up may exist: the failure is thrown', async () => {
    answerCalls(() => ({ code: errors.internal.code, message: 'why' }));
    await expect(resumeSession()).rejects.toThrow('why');
    answerCalls(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(resumeSession()).rejects.toThrow();
    expect(storedToken.get()).toBeNull();
  });

  test.each([
    ['noSession', true],
    ['sessionExpired', true],
    ['loggedInElsewhere', true],
    ['deviceInUse', false],
    ['internal', false],
  ] as const)('in which a call fails with %s is dropped: %s', async (name, lost) => {
    storedToken.set('mine');
    answerCalls(() => ({ code: errors[name].code, message: 'why' }));
    const failure = await withSession(() => api.session.info()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure instanceof SessionLost).toBe(lost);
    expect(storedToken.get()).toBe(lost ? null : 'mine');
  });

  test('is kept if no answer arrives', async () => {
    storedToken.set('mine');
    await expect(withSession(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toThrow(TypeError);
    expect(storedToken.get()).toBe('mine');
  });
});

describe('the confirmation of a wallet', () => {
  test('holds for that session, and moves to the number of its guest', () => {
    keepWalletSession('by-wallet');
    expect([isConfirmedByWallet(), withoutNumber.get(), lastRole.get()]).toEqual([true, 'yes', 'consumer']);
    keepNumberSession('with-number');
    expect([isConfirmedByWallet(), withoutNumber.get(), storedToken.get()]).toEqual([true, null, 'with-number']);
    storedToken.set('of-another');
    expect(isConfirmedByWallet()).toBe(false);
  });

  test('is absent if no wallet was asked, and a member stays one', () => {
    expect(isConfirmedByWallet()).toBe(false);
    keepNumberSession('with-number');
    expect(isConfirmedByWallet()).toBe(false);
    keepWalletSession('by-wallet');
    expect(withoutNumber.get()).toBeNull();
  });
});
