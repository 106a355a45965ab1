import { type IncomingMessage, request, type ServerResponse } from 'node:http';

/** Hands a request to another server, and its answer back with these headers added. */
export function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: string,
  added: Record<string, string> = {},
): void {
  const { method, headers, url } = incoming;
  const onward = request(`${target}${url}`, { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...added });
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}
