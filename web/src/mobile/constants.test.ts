import { contract } from '@recline/contract';
import { limits } from '@recline/contract/limits';
import { currencies } from '@recline/contract/money';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { send } from '../platform/api-client.ts';
import { relativeTime } from '../platform/relative-time.ts';
import { currentToast, toast } from '../platform/toast.ts';
import { countUpDuration } from '../ui/count-up.ts';
import { chunkTimeoutMs, loadingDelayMs, slowPageMs } from './app/page-timing.ts';

/** The agreed constants of the product: a change here changes the product. */
describe('the constants of the product', () => {
  afterEach(() => vi.useRealTimers());

  test('a page that loads shows so after 200 ms, says that it takes long after 60 s, and has failed after 120 s', () => {
    expect([loadingDelayMs, slowPageMs, chunkTimeoutMs]).toEqual([200, 60_000, 120_000]);
  });

  test('figures count up for 2 s, codes can be resent after 60 s', () => {
    expect(countUpDuration).toBe(2000);
    expect(limits.smsResendSeconds).toBe(60);
    expect(limits.smsCodeDigits).toBe(6);
  });

  test('videos to 100M, 52 files, texts of 140 characters', () => {
    expect([limits.videoBytes, limits.feedbackFiles, limits.descriptionChars]).toEqual([100 * 1024 * 1024, 52, 140]);
  });

  test('the currencies are CNY, RM and PHP', () => {
    expect(currencies).toEqual(['CNY', 'RM', 'PHP']);
  });

  test('a toast stays for 2 s', () => {
    vi.useFakeTimers();
    toast('Saved');
    vi.advanceTimersByTime(1999);
    expect(currentToast()).toBe('Saved');
    vi.advanceTimersByTime(1);
    expect(currentToast()).toBeNull();
  });

  test('a request times out after 60 s', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    });
    const messages = {
      network: '',
      timeout: 'slow',
      missingUrl: '',
      notLoggedIn: '',
      loggedInElsewhere: '',
      unknown: '',
    };
    const settings = {
      baseUrl: '',
      language: () => 'zh_CN',
      token: () => 'x',
      timezoneOffset: () => 480,
      messages: () => messages,
      onError: () => {},
    };
    let outcome = 'waiting';
    const request = { method: 'POST', path: '/x', access: 'anyone', input: {} };
    const done = send(request, settings).catch((error: Error) => {
      outcome = error.message;
    });
    await vi.advanceTimersByTimeAsync(59_999);
    expect(outcome).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    await done;
    expect(outcome).toBe('slow');
    vi.unstubAllGlobals();
  });

  test('less than five minutes ago is just now', () => {
    const now = new Date('2026-11-16T12:00:00Z');
    const ago = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1000), now, 'en_US', 'Just now');
    expect(ago(299)).toBe('Just now');
    expect(ago(300)).not.toBe('Just now');
  });

  test('every method is used: GET, POST and DELETE', () => {
    const calls = Object.values(contract).flatMap((feature) => Object.values<{ method: string }>(feature));
    expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(['GET', 'POST', 'DELETE']));
  });
});
