import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request that a server has begun to handle. */
export interface ReceivedRequest {
  url: string;
  /** Its source port, which identifies the connection. */
  from: number;
  /** The id in the headers of its answer. */
  id(): string;
  /** Whether its answer, or its connection, has ended. */
  ended(): boolean;
}

interface Begun {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Fastify writes all headers at once, after which Node keeps them only as text. */
const idIn = (response: ServerResponse): string =>
  /^x-request-id: (\S+)/im.exec(String(Reflect.get(response, '_header')))?.[1] ?? '';

const channel = 'http.server.request.start';

/** Records every request to a server of this process, from its head on, except those to `except`. */
export function recordRequests(url: string, except: string): { received: ReceivedRequest[]; stop(): void } {
  const port = Number(new URL(url).port);
  const received: ReceivedRequest[] = [];
  const record = (message: unknown) => {
    const { request, response } = message as Begun;
    if (request.socket.localPort !== port || request.url === except) return;
    received.push({
      url: request.url ?? '',
      from: request.socket.remotePort ?? 0,
      id: () => idIn(response),
      ended: () => response.closed,
    });
  };
  subscribe(channel, record);
  return { received, stop: () => unsubscribe(channel, record) };
}
