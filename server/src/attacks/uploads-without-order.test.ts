import { expect, inject, it } from 'vitest';
import { useServer } from '../testing/server.ts';
import { startTestServer } from '../testing/start.ts';
import { type Policy, postFile, sampleOf } from '../testing/uploads.ts';

/** Uploads of free accounts, which could fill a disk. */

const server = useServer();
const mib = 1024 * 1024;
const video = (bytes: number) => sampleOf('video/mp4', bytes);

async function guestWithPolicy(): Promise<{ token: string; accountId: number; policy: Policy }> {
  const { token, accountId } = await server().world.consumer();
  return { token, accountId, policy: (await server().client.uploads.policy({}, { token })).data };
}
const orderOf = async (guest: { accountId: number }) => {
  const { world } = server();
  await world.order((await world.device(await world.outlet())).deviceId, { placedBy: guest });
};
const used = async (accountId: number) =>
  (await server().pool.query<{ bytes: number }>('SELECT bytes FROM upload_uses WHERE account_id = $1', [accountId]))
    .rows;

/** Pretends that others at the address have uploaded this much today. */
const useBefore = async (accountId: number, bytes: number, address = '127.0.0.1') =>
  server().pool.query('INSERT INTO upload_uses (account_id, address, bytes, at) VALUES ($1, $2, $3, now())', [
    accountId,
    address,
    bytes,
  ]);

it('of an account without an order are limited to 20 MiB a day, even in parallel; with an order more are accepted', async () => {
  const guest = await guestWithPolicy();
  const codes = await Promise.all(
    Array.from({ length: 4 }, async (_, at) => (await postFile(guest.policy, `${at}.mp4`, video(6 * mib))).code),
  );
  expect(codes.toSorted()).toEqual([200, 200, 200, 20601]);
  expect((await postFile(guest.policy, 'x.mp4', video(6 * mib))).code).toBe(20601);
  await orderOf(guest);
  expect((await postFile(guest.policy, 'x.mp4', video(6 * mib))).code).toBe(200);
  expect((await used(guest.accountId)).map(({ bytes }) => bytes)).toEqual([6 * mib, 6 * mib, 6 * mib]);
});

it('that were refused do not count', async () => {
  const guest = await guestWithPolicy();
  expect((await postFile(guest.policy, 'a.html', Buffer.alloc(mib, '<'))).code).toBe(20601);
  expect(await used(guest.accountId)).toEqual([]);
});

it('that are small count as 64 KiB each, so that a quota also limits their number', async () => {
  const guest = await guestWithPolicy();
  await useBefore(guest.accountId, 20 * mib - 65_536, 'elsewhere');
  const small = (name: string) => postFile(guest.policy, name, sampleOf('image/gif', 100));
  expect((await small('a.gif')).code).toBe(200);
  expect((await small('b.gif')).code).toBe(20601);
  expect((await used(guest.accountId)).map(({ bytes }) => bytes)).toEqual([20 * mib - 65_536, 65_536]);
});

it('of all accounts without an order at one address are limited to 500 MiB a day', async () => {
  const own = await startTestServer(inject('postgresUrl'));
  try {
    const { client, world, pool } = own;
    const guest = async () => {
      const { token, accountId } = await world.consumer();
      return { accountId, policy: (await client.uploads.policy({}, { token })).data };
    };
    const [first, second] = [await guest(), await guest()];
    await pool.query(
      `INSERT INTO upload_uses (account_id, address, networks, bytes, at)
       VALUES ($1, '127.0.0.1', '{127.0.0.1}', $2, now())`,
      [first.accountId, 499 * mib],
    );
    expect((await postFile(second.policy, 'a.mp4', video(2 * mib))).code).toBe(20601);
    expect((await postFile(second.policy, 'b.mp4', video(mib / 2))).code).toBe(200);
    await world.order((await world.device(await world.outlet())).deviceId, { placedBy: second });
    expect((await postFile(second.policy, 'c.mp4', video(2 * mib))).code).toBe(200);
  } finally {
    await own.stop();
  }
});

it('in reports about a chair are limited to 20 MiB a day even for an account with orders', async () => {
  const { client, world } = server();
  const guest = await guestWithPolicy();
  await orderOf(guest);
  const { deviceId } = await world.device(await world.outlet());
  const report = async (name: string) => {
    const { url } = await postFile(guest.policy, name, video(12 * mib));
    return client.feedback.insert({ deviceId, problem: 'noise', description: '', files: [url] }, guest);
  };
  expect((await report('a.mp4')).code).toBe(200);
  expect((await report('b.mp4')).code).toBe(20601);
});

it('no longer count after a day', async () => {
  const guest = await guestWithPolicy();
  await useBefore(guest.accountId, 20 * mib, 'elsewhere');
  expect((await postFile(guest.policy, 'a.mp4', video(mib))).code).toBe(20601);
  await server().pool.query(`UPDATE upload_uses SET at = at - interval '25 hours' WHERE account_id = $1`, [
    guest.accountId,
  ]);
  expect((await postFile(guest.policy, 'a.mp4', video(mib))).code).toBe(200);
});
