import type { StreamEvents } from '@recline/contract/events';
import { useEffect, useRef } from 'react';
import { openEvents } from './api.ts';
import { makeEventParser, type ServerSentEvent } from './event-parser.ts';

/** A change pushed by the server. */
type LiveName = Exclude<keyof StreamEvents, 'refresh'>;
type LiveEvent = { [N in LiveName]: { name: N; data: StreamEvents[N] } }[LiveName];

const liveNames: readonly string[] = ['order', 'device', 'feedback'] satisfies LiveName[];

interface LiveHandlers {
  onEvent(event: LiveEvent): void;
  /** Events may have been missed: refetch. Called every few seconds where a server has no stream. */
  onGap(): void;
}

interface LiveInput {
  /** Only events about this order. */
  orderId?: string;
}

const reconnectDelayMs = 4000;
const idleTimeoutMs = 60_000;

const sleep = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Calls the handlers. Unknown events are ignored. */
function dispatch({ name, data }: ServerSentEvent, { onEvent, onGap }: LiveHandlers): void {
  if (name === 'refresh') onGap();
  if (liveNames.includes(name)) onEvent({ name, data: JSON.parse(data) } as LiveEvent);
}

/** Reads until the stream ends, breaks, or is silent for longer than the server's keep-alive interval. */
async function readEvents(response: Response, handlers: LiveHandlers, stop: () => void): Promise<void> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const take = makeEventParser((event) => dispatch(event, handlers));
  while (reader) {
    const watchdog = setTimeout(stop, idleTimeoutMs);
    const { value, done } = await reader.read().finally(() => clearTimeout(watchdog));
    if (done) return;
    take(decoder.decode(value, { stream: true }));
  }
}

const isStream = (response: Response) =>
  response.ok && (response.headers.get('content-type') ?? '').startsWith('text/event-stream');

/** One connection, until it ends for any reason. */
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
    // A lost connection is no error here: the caller reconnects.
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Reconnects until it is stopped; each reconnection is a gap. */
async function stayConnected(input: LiveInput, handlers: LiveHandlers, signal: AbortSignal): Promise<void> {
  let reconnecting = false;
  while (!signal.aborted) {
    await connect(input, handlers, signal, () => {
      if (reconnecting) handlers.onGap();
    });
    reconnecting = true;
    await sleep(reconnectDelayMs, signal);
    if (!signal.aborted) handlers.onGap();
  }
}

/**
 * Subscribes to changes while the screen is mounted and visible; becoming visible again counts as a gap. `enabled` is
 * for a screen that also opens without a token, which no stream does.
 */
export function useLive(
  handlers: LiveHandlers,
  { orderId, enabled = true }: LiveInput & { enabled?: boolean } = {},
): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    if (!enabled) return;
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
      if (running) void stayConnected({ orderId }, relay, running.signal);
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
  }, [orderId, enabled]);
}
