import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { basePath } from '@recline/contract/call';
import { limits } from '@recline/contract/limits';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../testing/database.ts';
import { type ServerProcess, spawnServer } from '../testing/process.ts';
import { useServer } from '../testing/server.ts';
import { type Policy, postFile, samples, signedUrl } from '../testing/uploads.ts';

/** Decompression and pixel bombs, and polyglot files. */

const server = useServer();
const policyFor = async (): Promise<Policy> => {
  const { client, world } = server();
  return (await client.uploads.policy({}, { token: (await world.consumer()).token })).data;
};
const onDisk = () => readdir(join(server().dataDir, 'files')).catch(() => []);

const png = (width: number, height: number) => {
  const bytes = Buffer.from(samples['image/png']);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
/** A JPEG of four gigapixels whose size field follows this much other data. */
const jpegBehind = (bytes: number) => {
  const segment = Buffer.from('ffe1ffff', 'hex');
  const others = Array.from({ length: Math.ceil(bytes / 65_537) }, () => [segment, Buffer.alloc(65_533, 'x')]).flat();
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    ...others,
    Buffer.from('ffc20011 08ffffffff03'.replace(' ', ''), 'hex'),
    Buffer.alloc(500),
  ]);
};
const text = (start: keyof typeof samples, more: string) => Buffer.concat([samples[start], Buffer.from(more)]);
const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200)]);

describe('a compressed body', () => {
  it('is not decompressed', async () => {
    const packed = gzipSync(Buffer.alloc(12 * limits.bodyBytes, ' '));
    expect(packed.length).toBeLessThan(limits.callBytes);
    for (const encoding of ['gzip', 'deflate', 'br', 'gzip, gzip']) {
      const answer = await fetch(`${server().url}${basePath}/login/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        body: packed,
      });
      expect(answer.status).toBe(400);
    }
  });
});

describe('a body', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  // In a separate process: within the server's event loop, the client could not send while the server closes the
  // connection.
  let other: ServerProcess;
  beforeAll(async () => {
    database = await createDatabase(inject('postgresUrl'));
    other = await spawnServer({ DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await other.kill();
    await database.drop();
  });

  /** Sends without end until there is an answer, and gives its status. */
  const pour = (headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const url = `${other.url}${basePath}/login/login`;
      const sending = request(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers } });
      let answered = false;
      sending.on('response', ({ statusCode }) => {
        answered = true;
        resolve(statusCode);
        sending.destroy();
      });
      sending.on('error', (error) => !answered && reject(error));
      const send = () => {
        while (!answered && sending.write(Buffer.alloc(64 * 1024, ' ')));
        if (!answered) sending.once('drain', send);
      };
      send();
    });

  it.each([
    ['announced', { 'content-length': String(2 ** 40) }],
    ['endless', { 'transfer-encoding': 'chunked' }],
  ])('that is too large (%s) is rejected, and its sender gets an answer', async (_how, headers) => {
    const statuses = await Promise.all(Array.from({ length: 20 }, () => pour(headers)));
    expect(new Set(statuses)).toEqual(new Set([413]));
  });

  it('of a type that is not accepted is rejected, and its sender gets an answer', async () => {
    const headers = { 'content-type': 'text/csv', 'transfer-encoding': 'chunked' };
    const statuses = await Promise.all(Array.from({ length: 20 }, () => pour(headers)));
    expect(new Set(statuses)).toEqual(new Set([400]));
  });

  it('that continues after its rejection is cut off', async () => {
    const { hostname, port, pathname } = new URL(`${other.url}${basePath}/login/login`);
    const socket = connect(Number(port), hostname).on('error', () => {});
    const send = () => socket.write(Buffer.alloc(64 * 1024, ' '));
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('drain', send);
    socket.write(
      `POST ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${2 ** 40}\r\n\r\n`,
    );
    send();
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
  });
});

describe('a file', () => {
  it.each([
    ['a picture of four gigapixels', png(65_535, 65_535)],
    ['a picture with a negative side', png(2 ** 32 - 1, 2 ** 32 - 1)],
    ['a picture of four gigapixels behind a preview', jpegBehind(1)],
    ['a picture of four gigapixels behind megabytes of notes', jpegBehind(3 * limits.bodyBytes)],
    ['a ZIP archive', zip],
    ['a packed archive', gzipSync('x')],
    ['a PDF', Buffer.from('%PDF-1.7\n'.padEnd(200))],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a program', Buffer.concat([Buffer.from('\u007fELF'), Buffer.alloc(200)])],
    ['a script', Buffer.from('#!/bin/sh\nrm -rf /\n')],
  ])('that is %s is refused and leaves nothing behind', async (_what, content) => {
    const before = await onDisk();
    expect((await postFile(await policyFor(), 'photo.png', content)).code).toBe(20601);
    expect(await onDisk()).toEqual(before);
  });

  it.each([
    ['a picture and a page', text('image/gif', '<html><script>alert(1)</script></html>'), 'image/gif'],
    ['a picture and a script', text('image/gif', '=1;alert(1)//'), 'image/gif'],
    ['a picture and an archive', Buffer.concat([samples['image/jpeg'], Buffer.alloc(300), zip]), 'image/jpeg'],
    [
      'a page in the notes of a picture',
      Buffer.concat([
        Buffer.from('ffd8fffe0020', 'hex'),
        Buffer.from('<script>alert(1)</script>'.padEnd(30)),
        samples['image/jpeg'].subarray(2),
      ]),
      'image/jpeg',
    ],
    ['a film and a page', text('video/mp4', '<html><script>alert(1)</script></html>'), 'video/mp4'],
    ['a film and a film in it', Buffer.concat([samples['video/webm'], samples['video/mp4'], zip]), 'video/webm'],
    ['a picture and a drawing', text('image/png', '<svg onload="alert(1)">'), 'image/png'],
  ])('that is both %s is served only as a picture, in which nothing runs', async (_what, content, type) => {
    const { code, url } = await postFile(await policyFor(), 'index.html', content);
    expect(code).toBe(200);
    const { headers } = await fetch(await signedUrl(server().pool, url));
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  });

  it('is limited to one per form, with a few small fields', async () => {
    const policy = await policyFor();
    const form = new FormData();
    for (let field = 0; field < 5_000; field += 1) form.append(`field-${field}`, 'x');
    form.append('file', new Blob([samples['image/png']]), 'a.png');
    expect((await fetch(policy.host, { method: 'POST', body: form })).status).toBe(413);
  });
});
