import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@recline/contract/limits';
import { expect, it } from 'vitest';
import { useServer } from '../../testing/server.ts';
import { beginFile, type Policy, postFile, samples, signedUrl } from '../../testing/uploads.ts';

/** A video that comes in parts, so that one that was cut off goes on where it was. */

const server = useServer();
const folder = () => join(server().dataDir, 'files');
const video = Buffer.concat([samples['video/mp4'], randomBytes(300_000)]);
/** A bound on waiting, not on speed. */
const patient = { timeout: 20_000, interval: 20 };

async function policyFor(who?: { token: string }): Promise<Policy> {
  const { token } = who ?? (await server().world.consumer());
  return (await server().client.uploads.policy({}, { token })).data;
}

const post = (policy: Policy, from: number, to: number) =>
  postFile(policy, 'film.mp4', video.subarray(from, to), from === 0 ? {} : { offset: String(from) });

const contentOf = async (url: string) =>
  Buffer.from(await (await fetch(await signedUrl(server().pool, url))).arrayBuffer());

it('is one file in the end', async () => {
  const policy = await policyFor();
  expect(policy.partBytes).toBeGreaterThan(1_000_000);
  const before = (await readdir(folder()).catch(() => [])).length;
  await post(policy, 0, 100_000);
  await post(policy, 100_000, 200_000);
  const { code, url } = await post(policy, 200_000, video.length);
  expect(code).toBe(200);
  expect(await contentOf(url)).toEqual(video);
  expect(await readdir(folder())).toHaveLength(before + 1);
});

it('goes on behind a part that broke off, and behind one whose answer was lost', async () => {
  const { pool } = server();
  const policy = await policyFor();
  await post(policy, 0, 100_000);
  const { rows } = await pool.query<{ stored: string }>('SELECT stored FROM files WHERE key = $1', [
    `${policy.dir}film.mp4`,
  ]);
  const size = async () => (await stat(join(folder(), rows[0]?.stored ?? ''))).size;
  const broken = beginFile(policy, 'film.mp4', randomBytes(150_000), 300_000, { offset: '100000' });
  await expect.poll(size, patient).toBeGreaterThan(100_000);
  broken.destroy();
  await post(policy, 100_000, 200_000);
  expect((await post(policy, 100_000, 200_000)).code).toBe(200);
  const { url } = await post(policy, 200_000, video.length);
  expect(await contentOf(url)).toEqual(video);
});

it.each([
  ['without a beginning', 'film.mp4', '100', 409],
  ['behind a gap', 'begun.mp4', '200000', 409],
  ['that is another one than before', 'begun.mp4', '50000', 409],
  ['of a picture', 'a.png', '10', 409],
  ['at no place', 'begun.mp4', '-1', 400],
])('a part %s is refused, and the file stays as it was', async (_what, name, offset, code) => {
  const policy = await policyFor();
  const begun = await postFile(policy, 'begun.mp4', video.subarray(0, 100_000));
  await postFile(policy, 'a.png', samples['image/png']);
  expect((await postFile(policy, name, randomBytes(70_000), { offset })).code).toBe(code);
  expect(await contentOf(begun.url)).toEqual(video.subarray(0, 100_000));
});

it('may not become larger than a video that comes at once', async () => {
  const policy = await policyFor();
  const { url } = await post(policy, 0, 100_000);
  await server().pool.query('UPDATE files SET bytes = $2 WHERE url = $1', [url, limits.videoBytes]);
  const offset = String(limits.videoBytes);
  expect((await postFile(policy, 'film.mp4', samples['image/png'], { offset })).code).toBe(20601);
});

it('counts once for an account without an order: all of it, and nothing twice', async () => {
  const { world, pool } = server();
  const guest = await world.consumer();
  const policy = await policyFor(guest);
  await post(policy, 0, 100_000);
  await post(policy, 100_000, video.length);
  const { rows } = await pool.query('SELECT sum(bytes)::int AS bytes FROM upload_uses WHERE account_id = $1', [
    guest.accountId,
  ]);
  expect(rows).toEqual([{ bytes: video.length }]);
});

it('does not change any more once a feedback has it', async () => {
  const { world, client } = server();
  const guest = await world.consumer();
  const policy = await policyFor(guest);
  const { url } = await post(policy, 0, 100_000);
  const { deviceId } = await world.device(await world.outlet());
  const { orderId } = await world.order(deviceId, { placedBy: guest });
  const sent = await client.feedback.insert(
    { orderId, problem: 'noise', description: 'It hums', files: [url] },
    { token: guest.token, json: true },
  );
  expect(sent.code).toBe(200);
  expect((await post(policy, 100_000, 200_000)).code).toBe(409);
});
