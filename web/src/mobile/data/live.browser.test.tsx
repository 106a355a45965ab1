import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeUseLive } from '../../platform/live.ts';
import { mountHook, until } from '../testing/mount.tsx';

interface Connection {
  input: object;
  send(text: string): void;
  end(): void;
  signal: AbortSignal;
}

/** A server's stream, of which the test holds the other end. */
function makeStreams() {
  const opened: Connection[] = [];
  const open = async (input: object, signal: AbortSignal) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const send = (text: string) => void writer.write(new TextEncoder().encode(text)).catch(() => {});
    opened.push({ input, send, end: () => void writer.close(), signal });
    return new Response(readable, { headers: { 'content-type': 'text/event-stream' } });
  };
  return { opened, useLive: makeUseLive(open) };
}

function setVisible(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
}
afterEach(() => setVisible('visible'));

const revenue = 'event: revenue\ndata: {"outletId":"3"}\n\n';

describe('live updates', () => {
  test('reach all subscribers through one stream, which ends with the last of them', async () => {
    const { opened, useLive } = makeStreams();
    const [first, second] = [vi.fn(), vi.fn()];
    const one = await mountHook(() => useLive({ onEvent: first, onGap: () => {} }) ?? true);
    const other = await mountHook(() => useLive({ onEvent: second, onGap: () => {} }) ?? true);
    await until(() => opened.some(({ signal }) => !signal.aborted));
    const open = () => opened.filter(({ signal }) => !signal.aborted);
    expect(open()).toHaveLength(1);
    open()[0]?.send(revenue);
    await until(() => second.mock.calls.length > 0);
    for (const onEvent of [first, second])
      expect(onEvent.mock.calls).toEqual([[{ name: 'revenue', data: { outletId: '3' } }]]);
    one.unmount();
    expect(open()).toHaveLength(1);
    other.unmount();
    expect(open()).toHaveLength(0);
  });

  test('stop while the page is hidden, and missed changes are fetched when it is visible again', async () => {
    const { opened, useLive } = makeStreams();
    const onGap = vi.fn();
    await mountHook(() => useLive({ onEvent: () => {}, onGap }) ?? true);
    await until(() => opened.some(({ signal }) => !signal.aborted));
    setVisible('hidden');
    expect(opened.every(({ signal }) => signal.aborted)).toBe(true);
    expect(onGap).not.toHaveBeenCalled();
    setVisible('visible');
    expect(onGap).toHaveBeenCalledTimes(1);
    expect(opened.filter(({ signal }) => !signal.aborted)).toHaveLength(1);
  });

  test('of one order and of everything use separate streams', async () => {
    const { opened, useLive } = makeStreams();
    const [all, seven] = [vi.fn(), vi.fn()];
    await mountHook(() => useLive({ onEvent: all, onGap: () => {} }) ?? true);
    await mountHook(() => useLive({ onEvent: seven, onGap: () => {} }, { orderId: '7' }) ?? true);
    const open = () => opened.filter(({ signal }) => !signal.aborted);
    await until(() => open().length === 2);
    expect(open().map(({ input }) => input)).toEqual([{ orderId: undefined }, { orderId: '7' }]);
    open()[0]?.send(revenue);
    await until(() => all.mock.calls.length > 0);
    expect(seven).not.toHaveBeenCalled();
  });

  test('are not requested without a session, and begin with one', async () => {
    const { opened, useLive } = makeStreams();
    const session = { exists: false };
    const follow = () => useLive({ onEvent: () => {}, onGap: () => {} }, { enabled: session.exists }) ?? true;
    const without = await mountHook(follow);
    without.unmount();
    expect(opened).toEqual([]);
    session.exists = true;
    await mountHook(follow);
    await until(() => opened.length > 0);
  });

  test('refetch missed changes when the server reports a gap, and ignore unknown events', async () => {
    const { opened, useLive } = makeStreams();
    const [onEvent, onGap] = [vi.fn(), vi.fn()];
    await mountHook(() => useLive({ onEvent, onGap }) ?? true);
    await until(() => opened.some(({ signal }) => !signal.aborted));
    const stream = opened.find(({ signal }) => !signal.aborted);
    stream?.send('event: unheard\ndata: {}\n\nevent: refresh\ndata: {}\n\n');
    await until(() => onGap.mock.calls.length > 0);
    expect(onGap).toHaveBeenCalledTimes(1);
    expect(onEvent).not.toHaveBeenCalled();
    stream?.send(revenue);
    await until(() => onEvent.mock.calls.length > 0);
  });

  test('continue with a new stream after one has ended, and refetch missed changes', async () => {
    const { opened, useLive } = makeStreams();
    const [onEvent, onGap] = [vi.fn(), vi.fn()];
    await mountHook(() => useLive({ onEvent, onGap }) ?? true);
    const open = () => opened.filter(({ signal }) => !signal.aborted);
    await until(() => open().length === 1);
    const [first] = open();
    first?.end();
    await until(() => open().some((stream) => stream !== first));
    await until(() => onGap.mock.calls.length > 0);
    open()[0]?.send(revenue);
    await until(() => onEvent.mock.calls.length > 0);
  });

  test('continue without a stream by refetching every few seconds', async () => {
    const [onGap, onEvent] = [vi.fn(), vi.fn()];
    const useLive = makeUseLive(async () => new Response(revenue, { headers: { 'content-type': 'text/html' } }));
    await mountHook(() => useLive({ onEvent, onGap }) ?? true);
    await until(() => onGap.mock.calls.length > 0);
    expect(onEvent).not.toHaveBeenCalled();
  });

  test('that end while the page is hidden are reopened only when it is visible again', async () => {
    const { opened, useLive } = makeStreams();
    const hook = await mountHook(() => useLive({ onEvent: () => {}, onGap: () => {} }) ?? true);
    await until(() => opened.some(({ signal }) => !signal.aborted));
    setVisible('hidden');
    const before = opened.length;
    hook.unmount();
    setVisible('visible');
    expect(opened).toHaveLength(before);
  });
});
