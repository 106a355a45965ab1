import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { makeQueryStorage } from './query-storage.ts';

/** The figures that the app opens with if there is no network. */

beforeEach(() => localStorage.clear());

const open = () => {
  const client = new QueryClient();
  return { client, storage: makeQueryStorage(client) };
};

const fetched = (client: QueryClient, key: string, data: unknown, meta: object = { persist: true }) =>
  client.fetchQuery({ queryKey: [key], queryFn: () => data, meta });

const stored = () => localStorage.getItem('figures') ?? '';

/** Waits as long as a busy machine may need. */
const until = (look: () => boolean) => vi.waitUntil(look, { timeout: 60_000 });

/** A visit of a session with a stored `home`. */
async function visit(token: string): Promise<void> {
  const { client, storage } = open();
  storage.persist(() => token);
  await fetched(client, 'home', { income: 800 });
  await until(() => stored().includes('800'));
}

test('are restored for the session that fetched them, and fetched again', async () => {
  await visit('mine');
  const { client, storage } = open();
  storage.restore('mine');
  expect(client.getQueryData(['home'])).toEqual({ income: 800 });
  expect(client.getQueryState(['home'])?.isInvalidated).toBe(true);
});

test.each(['of-another', null])('are shown to no other session: %s', async (token) => {
  await visit('mine');
  const { client, storage } = open();
  storage.restore(token);
  expect(client.getQueryData(['home'])).toBeUndefined();
  expect(stored()).toBe('');
});

test('are stored only if marked so, the newest first', async () => {
  const { client, storage } = open();
  storage.persist(() => 'mine');
  storage.put(['older'], 1, 1000);
  await fetched(client, 'secret', 'not kept', {});
  await fetched(client, 'silent', 2, { persist: 'silently' });
  await until(() => stored().includes('silent'));
  const { owner, figures } = JSON.parse(stored());
  expect(owner).toBe('mine');
  expect(figures.map(({ key }: { key: string[] }) => key[0])).toEqual(['silent', 'older']);
});

test('that are restored after a reload keep the time at which they were fetched', () => {
  const { client, storage } = open();
  storage.put(['home'], 1, 1000);
  expect(client.getQueryState(['home'])?.dataUpdatedAt).toBe(1000);
});

test('of a session that ended meanwhile are not written', async () => {
  const written = vi.spyOn(Storage.prototype, 'setItem');
  onTestFinished(() => written.mockRestore());
  const [ended, next] = [open(), open()];
  let token = 'mine';
  ended.storage.persist(() => token);
  await fetched(ended.client, 'home', { income: 800 });
  token = 'of-another';
  next.storage.persist(() => token);
  await fetched(next.client, 'home', { income: 5 }); // waits from later on, so it is written after the first
  await until(() => stored().includes('"income":5'));
  expect(written.mock.calls.filter(([key]) => key === 'figures')).toEqual([['figures', stored()]]);
});

test('without a session are not stored', async () => {
  const [nobody, other] = [open(), open()];
  nobody.storage.persist(() => null);
  await fetched(nobody.client, 'home', { income: 800 });
  other.storage.persist(() => 'mine');
  await fetched(other.client, 'home', { income: 5 });
  await until(() => stored() !== '');
  expect(stored()).not.toContain('800');
});

test('that are unreadable count as missing', () => {
  localStorage.setItem('figures', '{"owner":');
  const { client, storage } = open();
  storage.restore('mine');
  expect(client.getQueryCache().getAll()).toEqual([]);
});
