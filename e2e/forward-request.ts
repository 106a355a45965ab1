import { type IncomingMessage, request, type ServerResponse } from 'node:http';

/** Forwards a request to another server and adds headers to its response. */
export function forwardRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: string,
  added: Record<string, string> = {},
): void {
  const { method, headers, url } = incoming;
  const forwarded = request(`${target}${url}`, { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...added });
    answer.pipe(outgoing);
  });
  forwarded.on('error', () => outgoing.destroy());
  outgoing.on('close', () => forwarded.destroy());
  incoming.pipe(forwarded);
}
