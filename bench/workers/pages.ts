import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { pages, pageUrl } from '@recline/contract/pages';
import { simulatedId } from '../lib/fleet-process.ts';
import { atRate } from '../lib/rate.ts';
import { makeTally, type Report } from '../lib/tally.ts';
import { serveRequests } from '../lib/worker.ts';

/** Guests who scan chairs: requests for chairs' pages at a fixed rate. */

export interface PagesSettings {
  url: string;
  chairs: number;
}

export interface PagesRequest {
  perSecond: number;
  seconds: number;
}

const maxWaitMs = 60_000;

await serveRequests<PagesSettings, PagesRequest, Report>(({ url, chairs }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });
  const get = (path: string, address: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { 'accept-encoding': 'gzip, deflate, br', 'x-forwarded-for': address };
      const signal = AbortSignal.timeout(maxWaitMs);
      request(`${url}${path}`, { agent, headers, signal }, resolve).once('error', reject).end();
    });

  return async ({ perSecond, seconds }) => {
    const tally = makeTally();
    await atRate(perSecond, seconds, async (index, due) => {
      const path = pageUrl(pages.index, { deviceId: simulatedId(index % chairs) });
      try {
        const response = await get(path, `10.1.${index % 250}.${Math.floor(index / 250) % 250}`);
        await text(response);
        if (response.statusCode === 200) tally.succeeded('page', performance.now() - due);
        else tally.failed('page', `status ${response.statusCode}`);
      } catch (error) {
        tally.failed('page', 'no answer', (error as Error).message);
      }
    });
    return tally.report();
  };
});
