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
}

const mostSockets = 4_000;
const patience = 60_000;

/** A client that costs little, so that the machine is left to the server; every call is counted. */
export function makeCaller(url: string, tally: Tally) {
  const agent = new Agent({ keepAlive: true, maxSockets: mostSockets });

  const send = (method: string, target: string, token: string, body?: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = {
        'access-token': token,
        lang: 'en_US',
        'timezone-offset': '480',
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      };
      const signal = AbortSignal.timeout(patience);
      request(target, { method, agent, headers, signal }, resolve).once('error', reject).end(body);
    });

  /** The data of a successful answer, or undefined: what went wrong is in the tally. */
  async function call<T>({ kind, method = 'GET', path, token, input = {} }: Sent): Promise<T | undefined> {
    const fields = new URLSearchParams(input).toString();
    const query = method === 'GET' && fields !== '' ? `?${fields}` : '';
    const begun = performance.now();
    try {
      const target = `${url}${basePath}${path}${query}`;
      const response = await send(method, target, token, method === 'POST' ? fields : undefined);
      const { code, message, data } = JSON.parse(await text(response)) as { code: number; message: string; data: T };
      if (code === 200) {
        tally.took(kind, performance.now() - begun);
        return data;
      }
      if (code === 503 && response.headers['retry-after']) tally.shed(kind);
      else tally.failed(kind, `${code} ${message}`);
    } catch (error) {
      tally.failed(kind, (error as Error).message);
    }
    return undefined;
  }

  /** A page of the payment provider's: what it answers is a redirect. */
  async function pay(payUrl: string): Promise<boolean> {
    const begun = performance.now();
    try {
      const { pathname } = new URL(payUrl);
      const response = await send('POST', `${url}${pathname}`, '', 'decision=paid');
      response.resume();
      if (response.statusCode !== 303) throw new Error(`the cashier answered ${response.statusCode}`);
      tally.took('pay', performance.now() - begun);
      return true;
    } catch (error) {
      tally.failed('pay', (error as Error).message);
      return false;
    }
  }

  return { call, pay };
}

export type Caller = ReturnType<typeof makeCaller>;
