import { readdir, stat } from 'node:fs/promises';
import type { ClientRequest } from 'node:http';
import { join } from 'node:path';
import { limits } from '@recline/contract/limits';
import { afterEach, describe, expect, it } from 'vitest';
import { useServer } from '../testing/server.ts';
import { beginFile, type Policy, postFile, sampleOf } from '../testing/uploads.ts';

/** One account that fills the disk, with uploads that it never finishes or with tickets. */

const server = useServer({ UPLOAD_QUOTA_MB: '30' });
const megabyte = 1024 * 1024;
const video = (bytes: number) => sampleOf('video/mp4', bytes);
/** A bound on waiting, not on speed. */
const patient = { timeout: 20_000, interval: 20 };

const open: ClientRequest[] = [];
afterEach(async () => {
  for (const sending of open.splice(0)) sending.destroy();
  await expect.poll(() => reserved(), patient).toBe(0);
});

async function reserved(): Promise<number> {
  const { rows } = await server().pool.query('SELECT count(*) AS count FROM upload_reservations');
  return rows[0]?.count;
}

async function bytesOnDisk(): Promise<number> {
  const folder = join(server().dataDir, 'files');
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function newPolicy(): Promise<Policy> {
  const { client, world } = server();
  return (await client.uploads.policy({}, { token: (await world.consumer()).token })).data;
}

/** Uploads announced with this size, of which one megabyte was sent. */
function begin(policy: Policy, count: number, announced: number): void {
  for (let index = 0; index < count; index += 1)
    open.push(beginFile(policy, `${index}-${open.length}.mp4`, video(megabyte), announced));
}

describe('uploads that are never finished', () => {
  it('count towards the quota from their first byte, and stop counting when they end', async () => {
    const policy = await newPolicy();
    begin(policy, 12, 18 * megabyte);
    await expect.poll(reserved, patient).toBe(1);
    expect((await postFile(policy, 'more.mp4', video(13 * megabyte))).code).toBe(20601);
    expect(await bytesOnDisk()).toBeLessThanOrEqual(megabyte);
    for (const sending of open.splice(0)) sending.destroy();
    // A request that the server has not read yet may reserve space briefly, until its end is noticed.
    const codeOfMore = async () => (await postFile(policy, 'more.mp4', video(13 * megabyte))).code;
    await expect.poll(codeOfMore, patient).toBe(200);
  });

  it('are limited in number for an account, without affecting others', async () => {
    const policy = await newPolicy();
    begin(policy, limits.uploadsAtOnce, 2 * megabyte);
    await expect.poll(reserved, patient).toBe(limits.uploadsAtOnce);
    const { status, code } = await postFile(policy, 'more.mp4', video(1000));
    expect({ status, code }).toEqual({ status: 429, code: 429 });
    expect((await postFile(await newPolicy(), 'more.mp4', video(1000))).code).toBe(200);
  });
});

describe('upload tickets', () => {
  it('are limited per account and period', async () => {
    const { client, world } = server();
    const { token } = await world.consumer();
    const ask = () => client.uploads.policy({}, { token });
    const answers = [];
    for (let group = 0; group < 5; group += 1) answers.push(...(await Promise.all(Array.from({ length: 25 }, ask))));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(120);
    expect(answers.find(({ code }) => code === 429)).toMatchObject({
      status: 429,
      data: { retryAfter: expect.any(Number) },
    });
    server().setTime(new Date(Date.now() + 11 * 60_000));
    expect((await ask()).code).toBe(200);
    server().setTime(undefined);
  });
});
