import type { events as calls } from '@recline/contract/events';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { AppError, fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { HandlersOf } from '../../platform/http/calls.ts';
import { parseId } from '../../platform/ids.ts';
import { toOrder } from '../orders/index.ts';
import type { Sessions } from '../session/index.ts';
import { seesOrder, type Visibility } from './events.rules.ts';
import type { Events } from './events.service.ts';
import { newsText } from './news.ts';

const beatEvery = 15_000;
const checkEvery = 30_000;
/** A client that does not read is disconnected; it reconnects and reads again. */
const mostUnread = 256 * 1024;

interface EventRoutes {
  events: Events;
  sessions: Pick<Sessions, 'issueTicket' | 'lookAgain'>;
  clock: Clock;
}

export const eventHandlers = ({ events, sessions, clock }: EventRoutes): HandlersOf<typeof calls> => ({
  ticket: (_input, { caller }) => sessions.issueTicket(caller),
  stream: async ({ orderId }, { caller, reply }) => {
    const visibility = visibilityOf(caller, orderId);
    const gate = makeGate();
    const check = () => void lookAgain(sessions, caller, visibility, gate.end);
    // Subscribes before the state is read: a change in between is sent after it.
    const unsubscribe = events.subscribe({ visibility, check, write: gate.write, end: gate.end });
    try {
      const visible = (await events.current(visibility)).filter((row) => seesOrder(visibility, row));
      if (orderId !== undefined && visible.length === 0) throw fail('notFound');
      const stream = openStream(reply);
      stream.whenClosed(unsubscribe, repeat(stream.beat, beatEvery), repeat(check, checkEvery));
      if (visible.length > 0) stream.write(visible.map((row) => newsText('order', toOrder(row, clock()))).join(''));
      gate.openTo(stream);
    } catch (error) {
      unsubscribe();
      throw error;
    }
  },
});

type Stream = Pick<ReturnType<typeof openStream>, 'write' | 'end'>;

/** Buffers writes to a stream that is not open yet, and passes them on once it opens. */
function makeGate() {
  const waiting: string[] = [];
  let stream: Stream | undefined;
  let isEnded = false;
  return {
    write: (text: string): void => void (stream ? stream.write(text) : waiting.push(text)),
    end(): void {
      isEnded = true;
      stream?.end();
    },
    openTo(opened: Stream): void {
      stream = opened;
      if (waiting.length > 0) stream.write(waiting.join(''));
      if (isEnded) stream.end();
    },
  };
}

const visibilityOf = (caller: Caller, orderId: string | undefined): Visibility => ({
  accountId: caller.accountId,
  permissions: caller.permissions,
  outletIds: caller.outletIds,
  orderId: orderId === undefined ? undefined : parseId(orderId),
  ownDevices: new Map(),
});

/** A stream ends with its session and follows its caller's permissions. Changes are notified, and also polled for. */
async function lookAgain(
  sessions: Pick<Sessions, 'lookAgain'>,
  caller: Caller,
  visibility: Visibility,
  end: () => void,
): Promise<void> {
  try {
    const { outletIds, permissions } = await sessions.lookAgain(caller);
    Object.assign(visibility, { outletIds, permissions });
  } catch (error) {
    if (error instanceof AppError) end();
  }
}

function openStream(reply: FastifyReply) {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  const write = (text: string) => {
    raw.write(text);
    if (raw.writableLength > mostUnread) raw.destroy();
  };
  write('retry: 2000\n\n');
  return {
    write,
    beat: () => write(': here\n\n'),
    end: () => void raw.end(),
    whenClosed(...cleanups: (() => void)[]): void {
      const cleanUp = () => {
        for (const cleanup of cleanups) cleanup();
      };
      if (raw.closed)
        cleanUp(); // the caller left while the state was read
      else raw.once('close', cleanUp);
    },
  };
}

function repeat(work: () => void, milliseconds: number): () => void {
  const timer = setInterval(work, milliseconds);
  return () => clearInterval(timer);
}
