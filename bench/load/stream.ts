import { get } from 'node:http';
import { basePath } from '@recline/contract/call';
import type { Tally } from './tally.ts';

interface Opening {
  url: string;
  token: string;
  tally: Tally;
  /** The one order that the page is about; without it, all that the caller may see. */
  orderId?: string;
  hear(chunk: Buffer): void;
}

/** The open app hears of changes as they happen. Returns how to close it. */
export function openStream({ url, token, tally, orderId, hear }: Opening): () => void {
  let closing = false;
  const query = orderId === undefined ? '' : `?orderId=${orderId}`;
  const target = `${url}${basePath}/events${query}`;
  const request = get(target, { agent: false, headers: { 'access-token': token } }, (response) => {
    if (response.statusCode !== 200) tally.failed('stream', `status ${response.statusCode}`);
    response.on('data', hear);
    response.once('close', () => closing || tally.failed('stream', 'it ended'));
  });
  request.on('error', (error) => closing || tally.failed('stream', error.message));
  return () => {
    closing = true;
    request.destroy();
  };
}
