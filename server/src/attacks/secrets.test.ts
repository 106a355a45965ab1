import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, matchesGlob, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Server, startServer } from '../main.ts';
import { readEnv } from '../platform/env.ts';
import { makeLog } from '../platform/log.ts';
import { makeClient } from '../testing/client.ts';
import { postFile, samples } from '../testing/uploads.ts';
import { makeWorld } from '../testing/world.ts';

const root = join(import.meta.dirname, '../../..');

describe('after a first start', () => {
  let folder: string;
  let dataDir: string;
  let server: Server;
  const lines: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recline-first-'));
    await chmod(folder, 0o755); // when run as root, the database is another user and needs access
    dataDir = join(folder, 'data');
    const settings = {
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      MQTT_PORT: '0',
      DEMO: '0',
      SMS_PROVIDER: 'log',
      LOG_LEVEL: 'trace',
    };
    server = await startServer(readEnv(settings), {
      log: makeLog('trace', { write: (line) => void lines.push(line) }),
    });
    const { token } = await makeWorld(server.pool).consumer();
    const policy = (await makeClient(server.url).uploads.policy({}, { token })).data;
    await postFile(policy, 'a.png', samples['image/png']);
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

  it('no other user can read a file or list a folder', async () => {
    const entries = await readdir(dataDir, { withFileTypes: true, recursive: true });
    const outside = entries.filter((entry) => relative(dataDir, entry.parentPath).split('/')[0] !== 'postgres');
    const names = outside.map((entry) => relative(dataDir, join(entry.parentPath, entry.name))).sort();
    expect(names).toEqual(
      expect.arrayContaining(['files', 'postgres', 'postgres.log', 'postgres.password', 'postgres.url']),
    );
    const open = [];
    for (const name of names.filter((each) => each !== 'server.pid')) {
      if ((await modeOf(join(dataDir, name))) & 0o077) open.push(name);
    }
    expect(open).toEqual([]);
    expect((await modeOf(dataDir)) & 0o066).toBe(0);
  });

  it('each secret is random, and none of them is in the log', async () => {
    const password = await readFile(join(dataDir, 'postgres.password'), 'utf8');
    expect(Buffer.from(password, 'base64url')).toHaveLength(24);
    const { rows } = await server.pool.query<{ value: string }>('SELECT value FROM secrets');
    expect(rows.length).toBeGreaterThan(0);
    for (const { value } of rows) expect(Buffer.from(value, 'base64url')).toHaveLength(32);
    const log = lines.join('');
    expect(log).toContain('"msg":"listening"');
    for (const known of [password, ...rows.map((row) => row.value)]) expect(log).not.toContain(known);
  });
});

describe('the repository', () => {
  const looksLikeASecret = [
    /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
    /\b(AKIA|ASIA)[0-9A-Z]{16}\b/, // Amazon
    /\bLTAI[0-9A-Za-z]{12,24}\b/, // Alibaba
    /\b(ghp|gho|ghs|github_pat|glpat|npm)_[0-9A-Za-z_]{20,}/,
    /\bxox[abprs]-[0-9A-Za-z-]{10,}/,
    /\beyJ[0-9A-Za-z_-]{10,}\.eyJ[0-9A-Za-z_-]{10,}/, // a signed token
    /\/\/[\w.-]+:(?![$<{]|password)[^\s:@/'"`]{8,}@(?!127\.0\.0\.1)[\w.-]+/i, // a password in an address
    /(password|secret|token|api_?key)['"]?\s*[:=]\s*['"](?=[^'"]*\d)(?=[^'"]*[A-Z])[\w+/=-]{20,}['"]/i,
  ];

  it('contains nothing that looks like a secret', async () => {
    const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
    const texts = tracked.filter((file) => file !== '' && !['.png', '.woff2', '.wasm'].includes(extname(file)));
    expect(texts.length).toBeGreaterThan(100);
    const found: string[] = [];
    for (const file of texts.filter((each) => each !== 'package-lock.json')) {
      const text = await readFile(join(root, file), 'utf8');
      for (const pattern of looksLikeASecret) if (pattern.test(text)) found.push(`${file}: ${pattern.source}`);
    }
    expect(found).toEqual([]);
  });

  it('ignores the data folder and settings', () => {
    expect(ignoredByGit(['.data/postgres.password', '.env'])).toEqual(['.data/postgres.password', '.env']);
  });

  /** What an operator creates in this folder, or in `deploy`, following the documents. */
  const created = ['secrets.csv', 'recline.env', 'coupons.csv', 'x.tar.gz', 'providers.env', 'key.pem'].flatMap(
    (name) => [name, `deploy/${name}`],
  );

  it('ignores the files with secrets that an operator creates', () => {
    expect(ignoredByGit(created)).toEqual(created);
  });

  it('keeps the same files out of the image', async () => {
    const patterns = (await readFile(join(root, '.dockerignore'), 'utf8')).trim().split('\n');
    expect(created.filter((path) => !patterns.some((pattern) => matchesGlob(path, pattern)))).toEqual([]);
    expect(patterns.filter((pattern) => pattern.startsWith('!'))).toEqual([]);
  });

  /** Those of the paths that git ignores, tracked or not. */
  const ignoredByGit = (paths: string[]): string[] => {
    const { stdout } = spawnSync('git', ['check-ignore', '--no-index', ...paths], { cwd: root, encoding: 'utf8' });
    return stdout.trim().split('\n');
  };
});
