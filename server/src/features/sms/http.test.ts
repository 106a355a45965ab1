import { afterEach, expect, it, vi } from 'vitest';
import { makePostSms } from './http.ts';
import { NotSent } from './sms.port.ts';

afterEach(() => vi.unstubAllGlobals());

/** The outcome of a request that fails with this error of `fetch`. */
async function failureBy(code: string): Promise<unknown> {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause: { code } })));
  return makePostSms({ answerWithinMs: 1_000 })('https://sms.example', {}).catch((error: unknown) => error);
}

it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])(
  'nothing was sent if no connection was made: %s',
  async (code) => {
    const failure = await failureBy(code);
    expect(failure).toBeInstanceOf(NotSent);
    expect(failure).toMatchObject({ message: code, retry: true });
  },
);

it.each(['ECONNRESET', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', ''])(
  'a message may have been sent if a connection broke: %s',
  async (code) => {
    expect(await failureBy(code)).not.toBeInstanceOf(NotSent);
  },
);
