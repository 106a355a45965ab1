import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeUseLive } from '../../platform/live.ts';
import { mountHook, until } from '../testing/mount.tsx';

interface Connection {
  send(text: string): void;
  end(): void;
  signal: AbortSignal;
}

/** A server's stream, of which the test holds the other end. */
function makeStreams() {
  const opened: Connection[] = [];
  const open = async (_input: object, signal: AbortSignal) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const send = (text: string) => void writer.write(new TextEncoder().encode(text)).catch(() => {});
    opened.push({ send, end: () => void writer.close(), signal });
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
});
