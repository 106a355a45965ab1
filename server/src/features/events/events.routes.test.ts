import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import type { Context } from '../../platform/http/caller.ts';
import { useServer } from '../../testing/server.ts';
import { type OrderRow, ordersById } from '../orders/index.ts';
import { eventHandlers } from './events.routes.ts';
import type { Events } from './events.service.ts';
import type { Subscriber } from './feeds.ts';

const server = useServer();

/** Opens the stream of one order. `read` is called while the initial state is loaded. Returns the text written and the subscribers. */
async function openStream(read: (subscriber: Subscriber | undefined, row: OrderRow) => void, isClosed = false) {
  const { pool, world } = server();
  const guest = await world.consumer();
  const { deviceId } = await world.device(await world.outlet());
  const { id, orderId } = await world.order(deviceId, { status: 'running', placedBy: guest });
  const row = (await ordersById(pool, [id]))[0] as OrderRow;
  const subscribers = new Set<Subscriber>();
  const events: Events = {
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    async current() {
      read([...subscribers][0], row);
      return [row];
    },
    stop: () => {},
  };
  const written: string[] = [];
  let isEnded = false;
  const raw = {
    writeHead: () => {},
    write: (text: string) => written.push(text),
    end: () => {
      isEnded = true;
    },
    once: (_event: 'close', close: () => void) => onTestFinished(close),
    writableLength: 0,
    closed: isClosed,
  } as unknown as ServerResponse;
  const reply = { raw, hijack: () => {} } as Partial<FastifyReply> as FastifyReply;
  const caller = { accountId: guest.accountId, permissions: [], outletIds: [] } as Partial<Context['caller']>;
  const sessions = { issueTicket: () => Promise.reject(new Error()), lookAgain: () => Promise.reject(new Error()) };
  const { stream } = eventHandlers({ events, sessions, clock: () => new Date() });
  await stream({ orderId }, { caller, reply } as Context);
  return { written: written.join(''), isEnded, followed: subscribers.size };
}

it('a change during the first read is sent after it', async () => {
  const { written } = await openStream((subscriber) => subscriber?.write('event: order\ndata: "changed"\n\n'));
  expect(written.match(/^data: .{3}/gm)).toEqual(['data: {"o', 'data: "ch']);
});

it('a stream that is ended meanwhile is closed once it has opened', async () => {
  expect(await openStream((subscriber) => subscriber?.end())).toMatchObject({ isEnded: true });
});

it('a caller who leaves meanwhile is not subscribed', async () => {
  expect(await openStream(() => {}, true)).toMatchObject({ followed: 0 });
  expect(await openStream(() => {})).toMatchObject({ followed: 1 });
});
