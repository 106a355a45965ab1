import { createHash } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { basePath } from '@recline/contract/call';
import type { Tally } from './tally.ts';

interface Sent {
  kind: string;
  method?: 'GET' | 'POST';
  path: string;
  token: string;
  input?: Record<string, string>;
  /** Start of the latency on the clock of `performance.now()`; the current time unless given. */
  begun?: number;
}

interface Answer<T> {
  code?: number;
  message?: string;
  data: T;
}

const maxSockets = 4_000;
const maxWaitMs = 60_000;

/** Each person has an address of their own; the server is started with TRUST_PROXY. */
function addressOf(token: string): string {
  const [a = 0, b = 0, c = 0] = createHash('sha256').update(token).digest();
  return `10.${a}.${b}.${c}`;
}

/** An HTTP client that records every call in the tally. */
export function makeCaller(url: string, tallyNow: () => Tally) {
  // The client closes idle connections before the server does: a request on a connection that is being closed fails.
  const agent = new Agent({ keepAlive: true, maxSockets, timeout: maxWaitMs });

  const send = (method: string, target: string, token: string, body?: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = {
        'access-token': token,
        lang: 'en_US',
        'x-forwarded-for': addressOf(token),
        'timezone-offset': '480',
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      };
      const signal = AbortSignal.timeout(maxWaitMs);
      request(target, { method, agent, headers, signal }, resolve).once('error', reject).end(body);
    });

  /** The data of a successful answer; undefined for any other, which is in the tally. */
  async function call<T>(sent: Sent): Promise<T | undefined> {
    const { kind, method = 'GET', path, token, input = {}, begun = performance.now() } = sent;
    const tally = tallyNow();
    const fields = new URLSearchParams(input).toString();
    const query = method === 'GET' && fields !== '' ? `?${fields}` : '';
    try {
      const target = `${url}${basePath}${path}${query}`;
      const response = await send(method, target, token, method === 'POST' ? fields : undefined);
      const { code, message, data } = JSON.parse(await text(response)) as Answer<T>;
      if (code === 200) {
        tally.succeeded(kind, performance.now() - begun);
        return data;
      }
      if (code === 503 && response.headers['retry-after']) tally.refused(kind);
      else tally.failed(kind, String(code ?? response.statusCode), message);
    } catch (error) {
      tally.failed(kind, 'no answer', (error as Error).message);
    }
    return undefined;
  }

  /** A page of the payment provider, which answers with a redirect. */
  async function pay(payUrl: string): Promise<boolean> {
    const begun = performance.now();
    const tally = tallyNow();
    try {
      const { pathname } = new URL(payUrl);
      const response = await send('POST', `${url}${pathname}`, '', 'decision=paid');
      response.resume();
      if (response.statusCode === 303) tally.succeeded('pay', performance.now() - begun);
      else tally.failed('pay', `status ${response.statusCode}`);
      return response.statusCode === 303;
    } catch (error) {
      tally.failed('pay', 'no answer', (error as Error).message);
      return false;
    }
  }

  return { call, pay };
}

export type Caller = ReturnType<typeof makeCaller>;
