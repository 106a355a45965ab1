import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArchive } from '../cli/archive.ts';
import { useServer } from '../testing/server.ts';
import { postFile, samples } from '../testing/uploads.ts';

/** Path traversal. */

const server = useServer();
const ups = [
  '../'.repeat(8),
  '..%2f'.repeat(8),
  '%2e%2e/'.repeat(8),
  '..%5c'.repeat(8),
  '..%252f'.repeat(8),
  './/../'.repeat(8),
];
const roots = ['/', '/assets/', '/api/files/', '/api/files/u/1/', '/api/docs/', '/demo/'];

describe('an address', () => {
  it.each(roots)('under %s reads no file of the machine', async (root) => {
    for (const up of ups) {
      for (const file of ['etc/passwd', 'package.json', 'etc/passwd%00.png', 'proc/self/environ']) {
        // fetch() would normalise the path before sending it.
        const { request } = await import('node:http');
        const { port } = new URL(server().url);
        const text = await new Promise<string>((resolve, reject) => {
          request({ port, path: root + up + file, agent: false }, (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('end', () => resolve(Buffer.concat(chunks).toString()));
          })
            .on('error', reject)
            .end();
        });
        expect(text).not.toMatch(/root:|"workspaces"|PATH=/);
      }
    }
  });
});

describe('the name of an uploaded file', () => {
  it.each([
    '../../../etc/cron.d/x',
    '..',
    '.',
    'a/../../b',
    '/etc/x',
    'a\\..\\b',
    'a%2f..%2fb',
    'a\u0000.png',
    'x'.repeat(600),
  ])('%j is refused, and is never the name of a file on disk', async (name) => {
    const { client, world, dataDir } = server();
    const policy = (await client.uploads.policy({}, { token: (await world.consumer()).token })).data;
    expect((await postFile(policy, 'a.png', samples['image/png'], { key: policy.dir + name })).code).not.toBe(200);
    expect((await postFile(policy, 'a.png', samples['image/png'])).code).toBe(200);
    const stored = await readdir(join(dataDir, 'files'));
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.filter((each) => !/^[\da-f-]{36}$/.test(each))).toEqual([]);
  });
});

type Entry = Pick<Header, 'name'> & Partial<Pick<Header, 'type' | 'linkname'>> & { text?: string };

describe('a backup', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recline-archive-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function archiveOf(...entries: Entry[]): Promise<string> {
    const archive = pack();
    const path = join(folder, 'evil.tar.gz');
    const written = pipeline(archive, createGzip(), createWriteStream(path));
    for (const { text, ...header } of entries) archive.entry(header, text ?? '');
    archive.finalize();
    await written;
    return path;
  }

  it.each([
    ['a step up', [{ name: 'tables/../../escaped', text: 'x' }]],
    ['an absolute path', [{ name: '/tmp/escaped', text: 'x' }]],
    [
      'a way through a link',
      [
        { name: 'link', type: 'symlink', linkname: '..' },
        { name: 'link/escaped', text: 'x' },
      ],
    ],
    ['a link to a file of the machine', [{ name: 'files/a', type: 'symlink', linkname: '/etc/passwd' }]],
    ['a hard link', [{ name: 'files/a', type: 'link', linkname: '/etc/passwd' }]],
    [
      'one name twice',
      [
        { name: 'files/a', text: 'x' },
        { name: 'files/a', text: 'y' },
      ],
    ],
  ] as [string, Entry[]][])(
    'with %s in it is refused, and nothing is written outside the folder',
    async (_what, entries) => {
      const into = join(folder, 'inner', 'into');
      await rm(join(folder, 'inner'), { recursive: true, force: true });
      await expect(readArchive(await archiveOf(...entries), into)).rejects.toThrow();
      const all = await readdir(folder, { recursive: true, withFileTypes: true });
      expect(all.filter((entry) => entry.isSymbolicLink() || entry.name === 'escaped')).toEqual([]);
    },
  );

  it('whose manifest is nonsense is refused', async () => {
    await writeFile(join(folder, 'note'), '');
    const path = await archiveOf({
      name: 'manifest.json',
      text: '{"__proto__":{"format":1},"tables":[{"name":"../x"}]}',
    });
    await expect(readArchive(path, join(folder, 'nonsense'))).rejects.toThrow('manifest');
  });
});
