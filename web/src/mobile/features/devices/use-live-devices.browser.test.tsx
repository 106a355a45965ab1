import type { DeviceRow } from '@recline/contract/devices';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { mountHook, until } from '../../testing/mount.tsx';
import { deviceListQuery, deviceOrderQuery } from './devices.queries.ts';
import type { DeviceFilters } from './devices.rules.ts';
import { useLiveDevices } from './use-live-devices.ts';

beforeEach(() => localStorage.setItem('Access-Token', 'of-a-manager'));

const chair = (deviceId: string, changed: Partial<DeviceRow> = {}) =>
  ({ deviceId, outletId: '1', online: true, inUse: false, faultCode: null, ...changed }) as DeviceRow;

/** The list of these chairs with live updates; every fetched list has `counts`, and no rows. */
async function follow(filters: DeviceFilters, rows: DeviceRow[]) {
  const streams: { writer: WritableStreamDefaultWriter<Uint8Array>; signal: AbortSignal | null | undefined }[] = [];
  const lists: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
    const { pathname, search } = new URL(url, location.href);
    if (pathname.endsWith('/events')) {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      streams.push({ writer: writable.getWriter(), signal });
      return new Response(readable, { headers: { 'content-type': 'text/event-stream' } });
    }
    lists.push(search);
    return new Response(JSON.stringify({ code: 200, message: '', data: { rows: [], counts: { total: 9 } } }));
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const client = new QueryClient();
  const { queryKey } = deviceListQuery(filters);
  const page = { rows, counts: { total: 1 } };
  client.setQueryData(queryKey, { pages: [page, { ...page, rows: [chair('A9')] }], pageParams: [] } as never);
  const wrap = (content: React.ReactNode) => <QueryClientProvider client={client}>{content}</QueryClientProvider>;
  await mountHook(() => useLiveDevices(filters) ?? true, { wrap });
  const open = () => streams.find(({ signal }) => !signal?.aborted);
  await until(() => open() !== undefined);
  return {
    client,
    lists,
    tell: (name: string, data: object) =>
      void open()?.writer.write(new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)),
    pages: () => client.getQueryData(queryKey)?.pages,
    isStale: () => client.getQueryState(queryKey)?.isInvalidated === true,
  };
}

describe('a changed chair', () => {
  test('is updated in place, and only the counts of all states are fetched', async () => {
    const { tell, pages, lists, isStale } = await follow({ outletId: '1', online: 'online' }, [chair('A1')]);
    tell('device', chair('A1', { inUse: true }));
    await until(() => pages()?.[0]?.rows[0]?.inUse === true);
    await until(() => (pages()?.[0]?.counts as { total: number } | undefined)?.total === 9);
    expect(lists).toEqual(['?outletId=1&limit=1']);
    expect(pages()?.map(({ rows }) => rows.map(({ deviceId }) => deviceId))).toEqual([['A1'], ['A9']]);
    expect(isStale()).toBe(false);
  });

  test('is removed from a list to which it no longer belongs', async () => {
    const { tell, pages } = await follow({ online: 'online' }, [chair('A1'), chair('A2')]);
    tell('device', chair('A1', { online: false }));
    await until(() => pages()?.[0]?.rows.length === 1);
    expect(pages()?.[0]?.rows.map(({ deviceId }) => deviceId)).toEqual(['A2']);
  });

  test('that now belongs to the list causes the list to be fetched', async () => {
    const { tell, isStale } = await follow({ online: 'online' }, [chair('A1')]);
    tell('device', chair('A3'));
    await until(isStale);
  });

  test('that does not belong to the list causes only the counts to be fetched', async () => {
    const { tell, lists, isStale } = await follow({ online: 'online' }, [chair('A1')]);
    tell('device', chair('A3', { online: false }));
    await until(() => lists.length > 0);
    expect(isStale()).toBe(false);
  });
});

test('a changed order updates its chair', async () => {
  const { tell, client } = await follow({}, [chair('A1')]);
  tell('order', { orderId: '7', serverTime: '2026-11-15T12:00:00Z', endsAt: null });
  await until(() => client.getQueryData(deviceOrderQuery('7').queryKey)?.order.orderId === '7');
});
