import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makePool, type Pool } from '../../platform/db.ts';
import { makeApp } from '../../platform/http/app.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { makeLog } from '../../platform/log.ts';
import { makeMetrics } from '../../platform/metrics.ts';
import { createDatabase } from '../../testing/database.ts';
import { healthy } from '../../testing/health.ts';
import { makeWorld } from '../../testing/world.ts';
import { makeCallbackCheck } from './oss.callback.ts';
import { serveOssCallback } from './oss.routes.ts';
import { callbackPath, makeOss, type Oss, signRequest } from './oss.ts';
import { makeUploads, type Uploads } from './uploads.service.ts';

const publicKeyUrl = Buffer.from('http://gosspublic.alicdn.com/callback_pub_key_v1.pem').toString('base64');

describe('the signature of a callback', () => {
  // The example in OSS's own documentation of callbacks, and OSS's own key.
  const published = {
    url: '/index.php?id=1&index=2',
    body: 'bucket=yonghu-test',
    authorization: 'kKQeGTRccDKyHB3H9vF+xYMSrmhMZjzzl2/kdD1ktNVgbWEfYTQG0G2SU/RaHBovRCE8OkQDjC3uG33esH2txA==',
    publicKeyUrl,
  };
  const ossKey = `-----BEGIN PUBLIC KEY-----
MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAKs/JBGzwUB2aVht4crBx3oIPBLNsjGs
C0fTXv+nvlmklvkcolvpvXLTjaxUHR3W9LXxQ2EHXAJfCB+6H2YF1k8CAwEAAQ==
-----END PUBLIC KEY-----`;

  it('is valid for the published example, and its key is fetched once and only over TLS', async () => {
    const fetched: string[] = [];
    const check = makeCallbackCheck(async (url) => {
      fetched.push(url);
      return ossKey;
    });
    expect(await check(published)).toBe(true);
    expect(await check(published)).toBe(true);
    expect(fetched).toEqual(['https://gosspublic.alicdn.com/callback_pub_key_v1.pem']);
  });

  it.each<[string, Partial<typeof published> | { authorization?: undefined; publicKeyUrl?: undefined }]>([
    ['another body', { body: 'bucket=yonghu-tesT' }],
    ['another path', { url: '/index.php?id=1&index=3' }],
    ['another signature', { authorization: `k${published.authorization}` }],
    ['no signature', { authorization: undefined }],
    ['no key', { publicKeyUrl: undefined }],
    ['a key from elsewhere', { publicKeyUrl: Buffer.from('https://example.com/key.pem').toString('base64') }],
    ['a host that only begins alike', { publicKeyUrl: btoa('https://gosspublic.alicdn.com.example.com/k') }],
    ['a host hidden behind a user name', { publicKeyUrl: btoa('https://gosspublic.alicdn.com@example.com/k') }],
  ])('is invalid for %s', async (_what, changed) => {
    expect(await makeCallbackCheck(async () => ossKey)({ ...published, ...changed })).toBe(false);
  });

  it.each([
    'https://gosspublic.alicdn.com/anything/else',
    'https://gosspublic.alicdn.com/callback_pub_key_v1.pem?next=1',
    'https://gosspublic.alicdn.com:8443/callback_pub_key_v1.pem',
    'https://somebody:secret@gosspublic.alicdn.com/callback_pub_key_v1.pem',
    'https://gosspublic.alicdn.com/../callback_pub_key_v1.pem',
    'http://169.254.169.254/latest/meta-data',
    'http://localhost/callback_pub_key_v1.pem',
    'file:///etc/passwd',
    'gopher://gosspublic.alicdn.com/callback_pub_key_v1.pem',
  ])('makes the server fetch no key from %s', async (address) => {
    const fetched: string[] = [];
    const check = makeCallbackCheck(async (url) => {
      fetched.push(url);
      return ossKey;
    });
    expect(await check({ ...published, publicKeyUrl: btoa(address) })).toBe(false);
    expect(fetched).toEqual([]);
  });

  it('cannot be verified while the key is unavailable, and can afterwards', async () => {
    const answers = [() => Promise.reject(new Error('no network')), () => Promise.resolve(ossKey)];
    const check = makeCallbackCheck(() => (answers.shift() ?? (() => Promise.resolve('')))());
    await expect(check(published)).rejects.toThrow('unavailable');
    expect(await check(published)).toBe(true);
  });
});

// printf 'DELETE\n\n\nThu, 17 Nov 2005 18:49:58 GMT\n/oss-example/nelson' | openssl dgst -sha1 -hmac SECRET -binary |
// base64
it('a request to OSS is signed as openssl would', () => {
  const signature = signRequest(
    'DELETE',
    'Thu, 17 Nov 2005 18:49:58 GMT',
    '/oss-example/nelson',
    'OtxrzxIsfpFjA7SwPzILwy8Bw21TLhquhboDYROV',
  );
  expect(signature).toBe('QYx/GIoiGue1my+0lTvtDGePXeM=');
});

describe('files in a bucket', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const deleted: string[] = [];
  let app: FastifyInstance;
  let oss: Oss;
  let bucket: HttpServer;
  let pool: Pool;
  let uploads: Uploads;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const database = await createDatabase(inject('postgresUrl'));
    pool = makePool(database.url);
    bucket = createServer((request, response) => {
      const resource = `/files/${decodeURI(request.url?.slice(1) ?? '')}`;
      const signature = signRequest('DELETE', String(request.headers.date), resource, 'secret');
      const right = request.headers.authorization === `OSS id:${signature}`;
      if (right) deleted.push(resource);
      response.writeHead(right ? 204 : 403).end();
    });
    await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
    oss = makeOss({
      bucket: 'files',
      endpoint: 'https://oss-cn-hangzhou.aliyuncs.com',
      domain: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
      accessId: 'id',
      accessSecret: 'secret',
      publicUrl: 'https://recline.example',
      secret: async () => 'mark',
      clock: () => new Date(),
    });
    uploads = makeUploads({
      pool,
      clock: () => new Date(),
      log: makeLog('silent'),
      host: oss,
      quota: 1_000_000,
      hasOrder: async () => true,
    });
    app = await makeApp({
      log: makeLog('silent'),
      metrics: makeMetrics(),
      trustProxy: false,
      started: () => true,
      health: healthy,
      maxConnections: 100,
    });
    await serveOssCallback(app, oss, uploads, async () => publicKey.export({ type: 'spki', format: 'pem' }).toString());
    stop = async () => {
      await app.close();
      bucket.close();
      await pool.end();
      await database.drop();
    };
  });
  afterAll(() => stop());

  /** The callback that OSS sends once a file is in the bucket. */
  async function callBack(fields: Record<string, string>) {
    const payload = new URLSearchParams(fields).toString();
    const signature = sign('md5', Buffer.from(`${callbackPath}\n${payload}`), privateKey).toString('base64');
    const headers = {
      authorization: signature,
      'x-oss-pub-key-url': publicKeyUrl,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const answer = await app.inject({ method: 'POST', url: callbackPath, headers, payload });
    return answer.json<{ code: number }>().code;
  }

  async function policy() {
    const { accountId } = await makeWorld(pool).consumer();
    const given = await uploads.policy({ accountId } as Caller, 'default', '127.0.0.1', {} as FastifyRequest);
    const callback = JSON.parse(Buffer.from(given.callback, 'base64').toString()) as Record<string, string>;
    const own = new URLSearchParams(callback.callbackBody);
    const fields = { bucket: 'files', object: `${given.dir}a.png`, size: '1000', mimeType: 'image/png' };
    return {
      given,
      callback,
      accountId,
      fields: {
        ...fields,
        dir: own.get('dir') ?? '',
        address: own.get('address') ?? '',
        mark: own.get('mark') ?? '',
      },
    };
  }
  const rowsOf = async (accountId: number) =>
    (await pool.query<{ key: string; url: string }>('SELECT key, url FROM files WHERE account_id = $1', [accountId]))
      .rows;

  it('are uploaded under a policy for the bucket, signed with its secret, and name our callback', async () => {
    const { given, callback } = await policy();
    const signature = createHmac('sha1', 'secret').update(given.policy).digest('base64');
    expect(given).toMatchObject({ accessid: 'id', signature });
    expect(Buffer.from(given.policy, 'base64').toString()).toContain('{"bucket":"files"}');
    expect(callback).toMatchObject({
      callbackUrl: 'https://recline.example/api/files/oss-callback',
      callbackBodyType: 'application/x-www-form-urlencoded',
    });
  });

  it('are read under a URL that OSS checks', async () => {
    const { fields } = await policy();
    const until = new Date(1_141_889_120_000);
    const url = new URL(await oss.signedUrl(fields.object ?? '', {} as FastifyRequest, until));
    const signature = createHmac('sha1', 'secret')
      .update(`GET\n\n\n1141889120\n/files/${fields.object}`)
      .digest('base64');
    expect(url.pathname).toBe(`/${fields.object}`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      OSSAccessKeyId: 'id',
      Expires: '1141889120',
      Signature: signature,
    });
  });

  it('may have no more bytes than the quota leaves', async () => {
    const { given } = await policy();
    expect(Buffer.from(given.policy, 'base64').toString()).toContain('["content-length-range",1,1000000]');
  });

  it('are recorded once OSS has called back', async () => {
    const { given, fields, accountId } = await policy();
    expect(await callBack(fields)).toBe(200);
    expect(await rowsOf(accountId)).toEqual([{ key: fields.object, url: given.host + fields.object }]);
  });

  it.each<[string, Record<string, string>]>([
    ['another bucket', { bucket: 'theirs' }],
    ['a folder that we did not give out', { dir: 'u/1/x/', object: 'u/1/x/a.png' }],
    ['a file outside its folder', { object: 'u/1/a.png' }],
  ])('are not accepted from %s, even though OSS signed the callback', async (_what, changed) => {
    const { fields, accountId } = await policy();
    expect(await callBack({ ...fields, ...changed })).toBe(403);
    expect(await rowsOf(accountId)).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['a type that is not taken', { mimeType: 'text/html' }],
    ['a size over the limit', { size: '99000000' }],
    ['a size that is none', { size: 'x' }],
    ['a size over the quota of the account', { size: '1000001' }],
  ])('of %s are deleted from the bucket and refused', async (_what, changed) => {
    const { fields } = await policy();
    expect(await callBack({ ...fields, ...changed })).toBe(20601);
    expect(deleted.at(-1)).toBe(`/files/${fields.object}`);
  });

  it('are not recorded from a callback that OSS did not sign', async () => {
    const { fields, accountId } = await policy();
    const payload = new URLSearchParams(fields).toString();
    const headers = { 'x-oss-pub-key-url': publicKeyUrl, authorization: 'AAAA' };
    const answer = await app.inject({ method: 'POST', url: callbackPath, headers, payload });
    expect(answer.statusCode).toBe(403);
    expect(await rowsOf(accountId)).toEqual([]);
  });

  it('that no feedback uses are deleted from the bucket after a day', async () => {
    const { fields, accountId } = await policy();
    await callBack({ ...fields, object: `${fields.dir}照 片.png` });
    await pool.query("UPDATE files SET created_at = now() - interval '25 hours' WHERE account_id = $1", [accountId]);
    await uploads.sweep();
    expect(deleted.at(-1)).toBe(`/files/${fields.dir}照 片.png`);
    expect(await rowsOf(accountId)).toEqual([]);
  });
});
