import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, rmdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@recline/contract/limits';
import { describe, expect, it } from 'vitest';
import { makeLog } from '../../platform/log.ts';
import { useServer } from '../../testing/server.ts';
import { beginFile, type Policy, postFile, sampleOf, samples, signedUrl } from '../../testing/uploads.ts';
import { makeDisk } from './disk.ts';
import { signPolicy } from './uploads.rules.ts';
import { makeUploads } from './uploads.service.ts';

const server = useServer();
const folder = () => join(server().dataDir, 'files');
const onDisk = () => readdir(folder()).catch(() => []);
const png = samples['image/png'];
/** A bound on waiting, not on speed. */
const patient = { timeout: 20_000, interval: 20 };

/** Runs the hourly sweep this many hours from now. */
const sweep = (hoursLater = 0) => {
  const { pool } = server();
  const log = makeLog('silent');
  const host = makeDisk({ directory: folder(), publicUrl: undefined, secret: async () => '', log });
  const clock = () => new Date(Date.now() + hoursLater * 3600_000);
  return makeUploads({ pool, clock, log, host, quota: 0, hasOrder: async () => true }).sweep();
};

const read = async (url: string, init?: RequestInit) => fetch(await signedUrl(server().pool, url), init);

async function policyOf(who: { token: string }, dir?: string): Promise<Policy> {
  const { data } = await server().client.uploads.policy(dir === undefined ? {} : { dir }, { token: who.token });
  return data;
}

describe('a policy', () => {
  it("is for a folder of the caller's own that nobody can guess, on a host, both ending in a slash", async () => {
    const consumer = await server().world.consumer();
    const [one, two] = [await policyOf(consumer), await policyOf(consumer, 'feedback/one')];
    expect(one.dir).toMatch(new RegExp(`^u/${consumer.accountId}/default/[\\w-]{22}/$`));
    expect(two.dir).toMatch(new RegExp(`^u/${consumer.accountId}/feedback/one/[\\w-]{22}/$`));
    expect(one.host).toBe(`${server().url}/api/files/`);
  });

  it.each(['../x', 'a/../b', 'a b', 'ä', '', 'a'.repeat(101)])(
    'for the folder %j is refused by its name',
    async (dir) => {
      const { token } = await server().world.consumer();
      const answer = await server().client.uploads.policy({ dir }, { token, lang: 'en_US' });
      expect(answer).toMatchObject({ status: 400, code: 400 });
      expect(answer.message).toContain('dir');
    },
  );

  it('is for those who are logged in', async () => {
    expect((await server().client.uploads.policy({})).code).toBe(401);
  });
});

describe('an upload', () => {
  it.each(Object.entries(samples))(
    'of %s is recognised by its content, and returned byte for byte',
    async (type, content) => {
      const policy = await policyOf(await server().world.consumer());
      const { status, code, url } = await postFile(policy, 'whatever.bin', content);
      expect({ status, code }).toEqual({ status: 200, code: 200 });
      const file = await read(url);
      expect(Buffer.from(await file.arrayBuffer())).toEqual(content);
      expect(file.headers.get('content-type')).toBe(type);
      expect(file.headers.get('x-content-type-options')).toBe('nosniff');
      expect(file.headers.get('content-security-policy')).toContain('sandbox');
    },
  );

  it('may have a name of any language and with spaces', async () => {
    const policy = await policyOf(await server().world.consumer());
    const { code, url } = await postFile(policy, '按摩椅 照片_1763179200000.png', png);
    expect(code).toBe(200);
    expect((await read(url)).status).toBe(200);
  });

  it('can be repeated when its answer was lost, and keeps one file on disk', async () => {
    const policy = await policyOf(await server().world.consumer());
    const before = (await onDisk()).length;
    await postFile(policy, 'a.png', png);
    expect((await postFile(policy, 'a.png', png)).code).toBe(200);
    expect(await onDisk()).toHaveLength(before + 1);
  });

  it('of a whole video is stored unchanged, and any range of it can be read', async () => {
    const policy = await policyOf(await server().world.consumer());
    const video = Buffer.concat([samples['video/mp4'], randomBytes(3_000_000)]);
    const { url } = await postFile(policy, 'film.mp4', video);
    const whole = Buffer.from(await (await read(url)).arrayBuffer());
    const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');
    expect(hash(whole)).toBe(hash(video));
    const part = await read(url, { headers: { range: 'bytes=1000000-1000099' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 1000000-1000099/${video.length}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(video.subarray(1_000_000, 1_000_100));
    expect((await read(url, { headers: { range: `bytes=${video.length}-` } })).status).toBe(416);
  });
});

describe('a range of a file', () => {
  const content = sampleOf('video/mp4', 100);
  const ask = async (headers: Record<string, string>) => {
    const policy = await policyOf(await server().world.consumer());
    const { url } = await postFile(policy, 'film.mp4', content);
    const response = await read(url, { headers });
    return { response, body: Buffer.from(await response.arrayBuffer()) };
  };

  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=10-', 10, 99],
    ['bytes=-10', 90, 99],
    ['bytes=-1000', 0, 99],
    ['bytes=90-1000', 90, 99],
  ])('%s is answered with that range only', async (range, start, end) => {
    const { response, body } = await ask({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/100`);
    expect(response.headers.get('content-length')).toBe(String(end - start + 1));
    expect(response.headers.get('content-type')).toBe('video/mp4');
    expect(response.headers.get('cache-control')).toBe('private, max-age=3600, immutable');
    expect(body).toEqual(content.subarray(start, end + 1));
  });

  it.each(['bytes=100-', 'bytes=9-0', 'bytes=-0'])('%s is refused as out of range', async (range) => {
    const { response, body } = await ask({ range });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */100');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(body).toHaveLength(0);
  });

  it.each(['bytes=0-1,5-6', 'chapters=1-2', 'bytes=-'])('%s is answered with the whole file', async (range) => {
    const { response, body } = await ask({ range });
    expect(response.status).toBe(200);
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect(body).toEqual(content);
  });

  it('that continues another version of it gets the whole file', async () => {
    const { response, body } = await ask({ range: 'bytes=0-9', 'if-range': '"another"' });
    expect(response.status).toBe(200);
    expect(body).toEqual(content);
  });
});

describe('refused, with nothing left on disk:', () => {
  async function refuses(post: (policy: Policy) => Promise<{ status: number; code: number }>, answer: object) {
    const policy = await policyOf(await server().world.consumer());
    const before = await onDisk();
    expect(await post(policy)).toMatchObject(answer);
    expect(await onDisk()).toEqual(before);
  }
  const forbidden = { status: 403, code: 403 };
  const badFile = { status: 422, code: 20601 };

  it('a policy that was tampered with', () =>
    refuses((policy) => {
      const changed = JSON.parse(Buffer.from(policy.policy, 'base64').toString());
      changed.expiration = '2099-01-01T00:00:00.000Z';
      return postFile(policy, 'a.png', png, { policy: Buffer.from(JSON.stringify(changed)).toString('base64') });
    }, forbidden));

  it('a policy signed by another key', () =>
    refuses(
      (policy) => postFile(policy, 'a.png', png, { signature: signPolicy(policy.policy, 'a guess') }),
      forbidden,
    ));

  it('a policy that has expired', async () => {
    const policy = await policyOf(await server().world.consumer());
    const before = await onDisk();
    server().setTime(new Date(Date.now() + 31 * 60_000));
    const answer = await postFile(policy, 'a.png', png);
    server().setTime(undefined);
    expect(answer).toMatchObject(forbidden);
    expect(await onDisk()).toEqual(before);
  });

  it("a key under another account's prefix", () =>
    refuses((policy) => postFile(policy, 'a.png', png, { key: 'u/1/default/x/a.png' }), forbidden));

  it('a key with `..`', () =>
    refuses((policy) => postFile(policy, 'a.png', png, { key: `${policy.dir}../../../../a.png` }), forbidden));

  it('an HTML file named .jpg', () =>
    refuses((policy) => postFile(policy, 'a.jpg', Buffer.from('<html><script>alert(1)</script>')), badFile));

  it('an SVG picture', () =>
    refuses((policy) => postFile(policy, 'a.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), badFile));

  it('an empty file', () => refuses((policy) => postFile(policy, 'a.png', Buffer.alloc(0)), badFile));

  it('a video of 101 MB', () =>
    refuses((policy) => postFile(policy, 'a.mp4', sampleOf('video/mp4', 101 * 1024 * 1024)), badFile));

  it('a picture one byte over 20 MB', () =>
    refuses((policy) => postFile(policy, 'a.jpg', sampleOf('image/jpeg', limits.pictureBytes + 1)), badFile));

  it('a form without a file', async () => {
    const policy = await policyOf(await server().world.consumer());
    const form = new FormData();
    form.append('key', `${policy.dir}a.png`);
    expect((await fetch(policy.host, { method: 'POST', body: form })).status).toBe(400);
  });

  it.each([
    [
      'a part that ends within its head',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n--x--\r\n',
    ],
    ['a field that ends within its head', '--x\r\nContent-Disposition: form-data; name="key"\r\n\r\n--x--\r\n'],
    ['a part of nothing', '--x\r\n--x--\r\n'],
    ['no part', '--x--\r\n'],
    ['no end', '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nGIF89a'],
    ['nothing', ''],
  ])('a form with %s', (_what, body) =>
    refuses(
      async ({ host }) => {
        const headers = { 'content-type': 'multipart/form-data; boundary=x' };
        const response = await fetch(host, { method: 'POST', headers, body });
        return { status: response.status, code: ((await response.json()) as { code: number }).code };
      },
      { status: 400, code: 400 },
    ),
  );

  it('a file that comes before its policy', () =>
    refuses(async (policy) => {
      const form = new FormData();
      form.append('file', new Blob([png]), 'a.png');
      form.append('key', `${policy.dir}a.png`);
      const response = await fetch(policy.host, { method: 'POST', body: form });
      return { status: response.status, code: ((await response.json()) as { code: number }).code };
    }, forbidden));

  it('an upload that breaks off in the middle, which can be retried', async () => {
    const policy = await policyOf(await server().world.consumer());
    const before = await onDisk();
    await breakOff(policy, 'a.mp4', sampleOf('video/mp4', 1_000_000));
    await expect.poll(onDisk, patient).toEqual(before);
    expect((await postFile(policy, 'a.mp4', sampleOf('video/mp4', 1_000_000))).code).toBe(200);
  });
});

/** Sends the form up to the middle of its file, and disconnects once the server has begun to write. */
async function breakOff(policy: Policy, name: string, content: Buffer): Promise<void> {
  const before = (await onDisk()).length;
  const sent = beginFile(policy, name, content.subarray(0, content.length / 2), content.length * 2);
  await expect.poll(onDisk, patient).toHaveLength(before + 1);
  sent.destroy();
}

describe('the files', () => {
  it('are not listed, and an address finds nothing without its signature', async () => {
    const policy = await policyOf(await server().world.consumer());
    await postFile(policy, 'a.png', png);
    const parent = policy.dir.split('/').slice(0, 3).join('/');
    for (const path of [
      '',
      parent,
      `${parent}/`,
      `${policy.dir}b.png`,
      `${parent}/x/a.png`,
      '..%2f..%2fetc%2fpasswd',
    ]) {
      expect((await fetch(policy.host + path)).status, path).toBe(404);
      expect((await read(policy.host + path)).status, path).toBe(404);
    }
    expect((await fetch(`${policy.host}${policy.dir}a.png`)).status).toBe(404);
  });

  it('are issued with a signature that is valid for an hour, for this file only', async () => {
    const { client, world, setTime } = server();
    const [consumer, outlet] = [await world.consumer(), await world.outlet()];
    const { orderId } = await world.order((await world.device(outlet)).deviceId, { placedBy: consumer });
    const policy = await policyOf(consumer);
    const [one, other] = [await postFile(policy, 'a.png', png), await postFile(policy, 'b.png', png)];
    const sent = { orderId, problem: 'noise' as const, files: [one.url] };
    expect((await client.feedback.insert(sent, consumer)).code).toBe(200);
    const [url = ''] = (await client.feedback.get({ orderId }, consumer)).data.files;
    const [bare = '', query = ''] = url.split('?');
    expect(bare).toBe(one.url);
    const statusOf = async (address: string, minutes = 0) => {
      setTime(new Date(Date.now() + minutes * 60_000));
      const { status } = await fetch(address);
      setTime(undefined);
      return status;
    };
    expect(await statusOf(url)).toBe(200);
    expect(await statusOf(url, 59)).toBe(200);
    expect(await statusOf(url, 61)).toBe(404);
    expect(await statusOf(bare)).toBe(404);
    expect(await statusOf(`${other.url}?${query}`)).toBe(404);
    expect(await statusOf(url.replace(/Expires=\d+/, 'Expires=4102444800'))).toBe(404);
    expect(await statusOf(`${url}&${query}`)).toBe(404);
    expect(await statusOf(`${url}x`)).toBe(404);
  });

  it('that no feedback uses are deleted after a day, and those in use are kept', async () => {
    const { client, world } = server();
    const [consumer, outlet] = [await world.consumer(), await world.outlet()];
    const order = await world.order((await world.device(outlet)).deviceId, { placedBy: consumer });
    const policy = await policyOf(consumer);
    const [unused, used] = [await postFile(policy, 'a.png', png), await postFile(policy, 'b.png', png)];
    const input = { orderId: order.orderId, problem: 'noise' as const, description: 'It rattles', files: [used.url] };
    expect((await client.feedback.insert(input, { token: consumer.token })).code).toBe(200);
    await sweep(23);
    expect((await read(unused.url)).status).toBe(200);
    await sweep(25);
    expect((await read(unused.url)).status).toBe(404);
    expect((await read(used.url)).status).toBe(200);
  });

  it('that cannot be deleted do not block the others', async () => {
    const { world, pool } = server();
    const policy = await policyOf(await world.consumer());
    const [stuck, other] = [await postFile(policy, 'a.png', png), await postFile(policy, 'b.png', png)];
    const find = 'SELECT stored FROM files WHERE key = $1';
    const keyOf = (url: string) => url.slice(policy.host.length);
    const name = (await pool.query<{ stored: string }>(find, [keyOf(stuck.url)])).rows[0]?.stored ?? '';
    await rm(join(folder(), name));
    await mkdir(join(folder(), name)); // `rm` refuses a folder
    await mkdir(join(folder(), '0-left-behind'));
    await writeFile(join(folder(), '1-left-behind'), 'x');
    const old = new Date(Date.now() - 2 * 3600_000);
    for (const left of ['0-left-behind', '1-left-behind']) await utimes(join(folder(), left), old, old);
    await sweep(25);
    expect((await pool.query(find, [keyOf(stuck.url)])).rows).toHaveLength(1);
    expect((await pool.query(find, [keyOf(other.url)])).rows).toEqual([]);
    expect(await onDisk()).not.toContain('1-left-behind');
    for (const left of [name, '0-left-behind']) await rmdir(join(folder(), left));
    await sweep(25);
    expect((await pool.query(find, [keyOf(stuck.url)])).rows).toEqual([]);
  });

  it('that a crash left without a row are deleted by the next sweep', async () => {
    await postFile(await policyOf(await server().world.consumer()), 'a.png', png);
    const before = await onDisk();
    await writeFile(join(folder(), 'left-behind'), 'x');
    await sweep();
    expect(await onDisk()).toHaveLength(before.length + 1);
    const old = new Date(Date.now() - 2 * 3600_000);
    await utimes(join(folder(), 'left-behind'), old, old);
    await sweep();
    expect(await onDisk()).toEqual(before);
  });
});

describe('the quota of an account', () => {
  const small = useServer({ UPLOAD_QUOTA_MB: '1' });

  it('covers all its files together, however many are sent in parallel', async () => {
    const { client, world } = small();
    const { token } = await world.consumer();
    const { data: policy } = await client.uploads.policy({}, { token });
    const content = sampleOf('image/jpeg', 300_000);
    const names = ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg'];
    const answers = await Promise.all(names.map((name) => postFile(policy, name, content)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3);
    expect(answers.filter(({ code }) => code === 20601)).toHaveLength(2);
    expect(await readdir(join(small().dataDir, 'files'))).toHaveLength(3);
    const other = await client.uploads.policy({}, { token: (await world.consumer()).token });
    expect((await postFile(other.data, '1.jpg', content)).code).toBe(200);
  });
});
