import { afterEach, expect, inject, it } from 'vitest';
import { until } from '../testing/chairs.ts';
import { createDatabase } from '../testing/database.ts';
import { startTcpProxy } from '../testing/tcp-proxy.ts';
import { makePool } from './db.ts';
import { makeLog } from './log.ts';
import { channel, listen } from './notify.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const nobody = 'postgres://127.0.0.1:1';
const said = channel<string>('said');

/** A listener connected to its database through a proxy, and the messages it has received. */
async function scene() {
  const database = await createDatabase(inject('postgresUrl'));
  ends.push(database.drop);
  const pool = makePool(database.url, { max: 1 });
  ends.push(() => pool.end());
  const proxy = await startTcpProxy(database.url);
  ends.push(proxy.stop);
  const listener = await listen(proxy.url, makeLog('silent'));
  ends.push(listener.stop);
  const heard: string[] = [];
  listener.on(said, (message) => heard.push(message));
  let reconnected = 0;
  listener.onReconnect(() => {
    reconnected += 1;
  });
  /** The connections to the database other than the current one. */
  const listening = async () => {
    const { rows } = await pool.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    return rows.length;
  };
  return { database, pool, proxy, listener, heard, listening, reconnected: () => reconnected };
}

it('a message reaches every listener', async () => {
  const { pool, heard } = await scene();
  await said.publish(pool, ['one', 'two']);
  await until(async () => heard.length === 2);
  expect(heard).toEqual(['one', 'two']);
});

it('while the database closes every new connection there is one attempt at a time, and afterwards one connection', async () => {
  const { database, pool, proxy, listener, heard, listening, reconnected } = await scene();
  proxy.moveTo(nobody);
  await until(async () => !listener.connected());
  const before = proxy.accepted();
  await until(async () => proxy.accepted() - before >= 3);
  expect(proxy.accepted() - before).toBeLessThan(10);
  proxy.moveTo(database.url);
  await until(async () => reconnected() > 0);
  await said.publish(pool, ['after']);
  await until(async () => heard.length > 0);
  expect(heard).toEqual(['after']);
  expect(await listening()).toBe(1);
  expect(reconnected()).toBe(1);
});

it('a connection that is silent is replaced', async () => {
  const { pool, proxy, listener, heard, listening, reconnected } = await scene();
  proxy.stall();
  await until(async () => !listener.connected());
  proxy.resume();
  await until(async () => reconnected() === 1);
  await said.publish(pool, ['after']);
  await until(async () => heard.length === 1);
  await until(async () => (await listening()) === 1);
});

it('a listener that is stopped while it has no connection opens none', async () => {
  const { database, proxy, listener, listening } = await scene();
  proxy.moveTo(nobody);
  await until(async () => !listener.connected());
  await listener.stop();
  proxy.moveTo(database.url);
  const before = proxy.accepted();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(proxy.accepted()).toBe(before);
  expect(await listening()).toBe(0);
});
