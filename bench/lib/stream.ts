import { get } from 'node:http';
import { basePath } from '@recline/contract/call';

interface Opening {
  url: string;
  token: string;
  /** Limits the stream to one order; without it, the stream covers all that the caller may see. */
  orderId?: string;
  receive(chunk: Buffer): void;
  /** The stream could not be opened, or the server ended it. */
  failed(code: string, detail?: string): void;
}

/** Opens an event stream as the web app does. Returns a function that closes it. */
export function openStream({ url, token, orderId, receive, failed }: Opening): () => void {
  let closing = false;
  const query = orderId === undefined ? '' : `?orderId=${orderId}`;
  const target = `${url}${basePath}/events${query}`;
  const request = get(target, { agent: false, headers: { 'access-token': token } }, (response) => {
    if (response.statusCode !== 200) failed(`status ${response.statusCode}`);
    response.on('data', receive);
    response.once('close', () => closing || failed('ended'));
  });
  request.on('error', (error) => closing || failed('no answer', error.message));
  return () => {
    closing = true;
    request.destroy();
  };
}
