import type { StreamEvents } from '@recline/contract/events';
import { useEffect, useRef } from 'react';
import { openEvents } from './api.ts';
import { makeEventParser, type ServerSentEvent } from './event-parser.ts';

/** What just changed, pushed by the server. */
type LiveEvent = { [N in 'order' | 'device']: { name: N; data: StreamEvents[N] } }['order' | 'device'];

interface LiveHandlers {
  onEvent(event: LiveEvent): void;
  /** Something may have been missed: fetch anew. Where a server has no stream, this comes every few seconds. */
  onGap(): void;
}

interface LiveInput {
  /** Only what concerns this order. */
  orderId?: string;
}

const retryPause = 4000;
const silenceLimit = 60_000;

const sleep = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Hands on what the server said; other servers may say more, which is not for us. */
function hand({ name, data }: ServerSentEvent, { onEvent, onGap }: LiveHandlers): void {
  if (name === 'refresh') onGap();
  if (name === 'order' || name === 'device') onEvent({ name, data: JSON.parse(data) } as LiveEvent);
}

/** Reads until the stream ends, breaks, or falls silent for longer than any living server would. */
async function readEvents(response: Response, handlers: LiveHandlers, stop: () => void): Promise<void> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const take = makeEventParser((event) => hand(event, handlers));
  while (reader) {
    const watchdog = setTimeout(stop, silenceLimit);
    const { value, done } = await reader.read().finally(() => clearTimeout(watchdog));
    if (done) return;
    take(decoder.decode(value, { stream: true }));
  }
}

const isStream = (response: Response) =>
  response.ok && (response.headers.get('content-type') ?? '').startsWith('text/event-stream');

/** One connection, from its opening to its end, whatever ends it. */
async function connect(input: LiveInput, handlers: LiveHandlers, signal: AbortSignal, opened: () => void) {
  const connection = new AbortController();
  const stop = () => connection.abort();
  signal.addEventListener('abort', stop);
  try {
    const response = await openEvents(input, connection.signal);
    if (!isStream(response)) return;
    opened();
    await readEvents(response, handlers, stop);
  } catch {
    // A lost connection is no error here: the next try makes up for it.
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Keeps a stream open until it is stopped; whatever may have been missed in between is a gap. */
async function watchLive(input: LiveInput, handlers: LiveHandlers, signal: AbortSignal): Promise<void> {
  let missed = false;
  while (!signal.aborted) {
    await connect(input, handlers, signal, () => {
      if (missed) handlers.onGap();
    });
    missed = true;
    await sleep(retryPause, signal);
    if (!signal.aborted) handlers.onGap();
  }
}

/** Live changes while the screen is open and in front; coming back to the front counts as a gap. */
export function useLive(handlers: LiveHandlers, { orderId }: LiveInput = {}): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const relay: LiveHandlers = {
      onEvent: (event) => latest.current.onEvent(event),
      onGap: () => latest.current.onGap(),
    };
    let running: AbortController | null = null;
    const follow = () => {
      const visible = document.visibilityState === 'visible';
      if (visible === (running !== null)) return;
      running?.abort();
      running = visible ? new AbortController() : null;
      if (running) void watchLive({ orderId }, relay, running.signal);
    };
    const onVisibility = () => {
      follow();
      if (document.visibilityState === 'visible') relay.onGap();
    };
    follow();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      running?.abort();
    };
  }, [orderId]);
}
