import type { StreamEvents } from '@recline/contract/events';
import { useEffect, useEffectEvent } from 'react';
import { makeEventParser, type ServerSentEvent } from './event-parser.ts';
import { isStream, type OpenEvents } from './event-stream.ts';

/** A change pushed by the server. */
type LiveName = Exclude<keyof StreamEvents, 'refresh'>;
type LiveEvent = { [N in LiveName]: { name: N; data: StreamEvents[N] } }[LiveName];

const liveNames: readonly string[] = ['order', 'device', 'feedback', 'revenue'] satisfies LiveName[];

interface LiveHandlers {
  onEvent(event: LiveEvent): void;
  /** Events may have been missed: refetch. Called every few seconds if the server has no stream. */
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

type OpenStream = (signal: AbortSignal) => Promise<Response>;

/** One connection, until it ends for any reason. */
async function connect(open: OpenStream, handlers: LiveHandlers, signal: AbortSignal, opened: () => void) {
  const connection = new AbortController();
  const stop = () => connection.abort();
  signal.addEventListener('abort', stop);
  try {
    const response = await open(connection.signal);
    if (!isStream(response)) return;
    opened();
    await readEvents(response, handlers, stop);
  } catch {
    // A lost connection is not an error here, because the caller reconnects.
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Reconnects until it is stopped; each reconnection is a gap. */
async function stayConnected(open: OpenStream, handlers: LiveHandlers, signal: AbortSignal): Promise<void> {
  let reconnecting = false;
  while (!signal.aborted) {
    await connect(open, handlers, signal, () => {
      if (reconnecting) handlers.onGap();
    });
    reconnecting = true;
    await sleep(reconnectDelayMs, signal);
    if (!signal.aborted) handlers.onGap();
  }
}

type UseLive = (handlers: LiveHandlers, input?: LiveInput & { enabled?: boolean }) => void;

/** The subscribers of each stream: one stream per followed order, and one for everything that the caller may see. */
interface Shared {
  followers: Set<LiveHandlers>;
  end(): void;
}

function share(open: OpenStream): Shared {
  const followers = new Set<LiveHandlers>();
  const end = followWhileVisible(open, {
    onEvent: (event) => followers.forEach(({ onEvent }) => void onEvent(event)),
    onGap: () => followers.forEach(({ onGap }) => void onGap()),
  });
  return { followers, end };
}

/**
 * Subscribes to changes while the screen is mounted and visible. `enabled` is for a screen that also opens without a
 * token, unlike a stream.
 */
export function makeUseLive(openEvents: OpenEvents): UseLive {
  const streams = new Map<string | undefined, Shared>();

  function follow(orderId: string | undefined, handlers: LiveHandlers): () => void {
    const stream = streams.get(orderId) ?? share((signal) => openEvents({ orderId }, signal));
    streams.set(orderId, stream);
    stream.followers.add(handlers);
    return () => {
      stream.followers.delete(handlers);
      if (stream.followers.size > 0) return;
      streams.delete(orderId);
      stream.end();
    };
  }

  return function useLive(handlers, { orderId, enabled = true } = {}) {
    const onEvent = useEffectEvent(handlers.onEvent);
    const onGap = useEffectEvent(handlers.onGap);
    useEffect(() => {
      if (!enabled) return;
      return follow(orderId, { onEvent: (event) => onEvent(event), onGap: () => onGap() });
    }, [orderId, enabled]);
  };
}

/** Connects while the page is visible; returns a function that ends it. */
function followWhileVisible(open: OpenStream, handlers: LiveHandlers): () => void {
  let running: AbortController | null = null;
  const follow = () => {
    const visible = document.visibilityState === 'visible';
    if (visible === (running !== null)) return;
    running?.abort();
    running = visible ? new AbortController() : null;
    if (running) void stayConnected(open, handlers, running.signal);
  };
  const onVisibility = () => {
    follow();
    if (document.visibilityState === 'visible') handlers.onGap();
  };
  follow();
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    running?.abort();
  };
}
