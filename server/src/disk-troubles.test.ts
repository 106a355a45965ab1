import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { updatePasswordFile } from './cli/mosquitto.ts';
import { writeNew } from './cli/new-file.ts';
import { makePool, type Pool } from './platform/db.ts';
import { until } from './testing/chairs.ts';
import { createDatabase } from './testing/database.ts';
import { type ServerProcess, spawnServer } from './testing/process.ts';
import { postFile, sampleOf } from './testing/uploads.ts';

/** Mounting test file systems needs root and mount(8). */
const canMount = process.getuid?.() === 0 && spawnSync('/bin/mount', ['--version']).status === 0 && mounts();
const nobody = { uid: 65_534, gid: 65_534 };

function mounts(): boolean {
  const target = join(tmpdir(), `recline-mount-${randomUUID()}`);
  execFileSync('mkdir', [target]);
  const isMounted = spawnSync('/bin/mount', ['-t', 'tmpfs', 'tmpfs', target]).status === 0;
  if (isMounted) execFileSync('/bin/umount', [target]);
  execFileSync('rmdir', [target]);
  return isMounted;
}

const mount = (target: string, options: string) =>
  execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `mode=0700,uid=65534,gid=65534,${options}`, 'tmpfs', target]);
const unmount = (target: string) => execFileSync('/bin/umount', ['-l', target]);

/** Writes until the disk has no room left. */
async function fill(path: string): Promise<void> {
  const file = createWriteStream(path);
  for (let full = false; !full; )
    full = await new Promise((done) => file.write(Buffer.alloc(65_536), (e) => done(!!e)));
  file.destroy();
  await once(file, 'close').catch(() => {}); // a full disk is what the test wants
}

/** Faults of a folder that the server writes to. */
const troubles: Record<string, { begin(folder: string): Promise<void>; isMounted: boolean }> = {
  'is on a full disk': {
    isMounted: true,
    async begin(folder) {
      mount(folder, 'size=64k');
      await fill(join(folder, 'filler'));
    },
  },
  'is on a read-only file system': { isMounted: true, begin: async (folder) => void mount(folder, 'size=64k,ro') },
  'belongs to another user': { isMounted: false, begin: (folder) => chown(folder, 0, 0) },
};

/** Another user cannot use the socket of the tests' database. */
function overTcp(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  return url.href;
}

/** An unprivileged server on its own database, with a data folder that tests may damage. */
async function startUnprivileged(settings: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'recline-disk-'));
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  await chown(data, nobody.uid, nobody.gid);
  const program = join(import.meta.dirname, 'testing/quick-bills-server.ts');
  const start = () =>
    spawnServer({ ...settings, DATA_DIR: data, PAYMENT_PROVIDERS: 'sandbox' }, { program, user: nobody });
  return { folder, data, start };
}

async function upload(server: ServerProcess): Promise<number> {
  const { data } = await server.client.session.guest({});
  const policy = await server.client.uploads.policy({ dir: 'disk' }, { token: data.accessToken });
  return (await postFile(policy.data, 'picture.jpg', sampleOf('image/jpeg', 100_000))).code;
}
const isReady = async (server: ServerProcess) => (await fetch(`${server.url}/readyz`)).status === 200;

describe.skipIf(!canMount)('a folder of the server (needs root, to mount file systems)', () => {
  let database: { url: string; drop(): Promise<void> };
  let place: Awaited<ReturnType<typeof startUnprivileged>>;
  let server: ServerProcess;
  let pool: Pool;
  beforeAll(async () => {
    database = await createDatabase(inject('postgresUrl'));
    pool = makePool(database.url, { max: 1 });
    place = await startUnprivileged({ DATABASE_URL: overTcp(database.url) });
    server = await place.start();
  });
  afterAll(async () => {
    await server.kill();
    await pool.end();
    await database.drop();
    await rm(place.folder, { recursive: true, force: true });
  });

  it.each(Object.keys(troubles))(
    'of uploaded files that %s makes uploads fail, and accepts them again afterwards',
    async (name) => {
      const trouble = troubles[name];
      const files = join(place.data, 'files');
      await mkdir(files, { recursive: true, mode: 0o700 });
      await trouble?.begin(files);
      expect(await upload(server)).toBe(500);
      expect(await isReady(server)).toBe(true);
      if (trouble?.isMounted) unmount(files);
      await chown(files, nobody.uid, nobody.gid);
      expect(await upload(server)).toBe(200);
    },
  );

  it.each(Object.keys(troubles))('of bills that %s fails the current round, but not the server', async (name) => {
    const trouble = troubles[name];
    const bills = join(place.data, 'bills', 'sandbox');
    await rm(bills, { recursive: true, force: true });
    await mkdir(bills, { recursive: true, mode: 0o700 });
    await chown(join(place.data, 'bills'), nobody.uid, nobody.gid);
    await trouble?.begin(bills);
    const failed = () => server.logged.filter((line) => line.includes('a bill could not be reconciled')).length;
    const before = failed();
    await pool.query('DELETE FROM payment_bills'); // every bill is due again
    await until(async () => failed() > before);
    expect(await isReady(server)).toBe(true);
    if (trouble?.isMounted) unmount(bills);
    await chown(bills, nobody.uid, nobody.gid);
  });
});

describe.skipIf(!canMount)("a disk that the operator's program fills (needs root, to mount file systems)", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recline-disk-'));
    mount(folder, 'size=64k');
  });
  afterAll(async () => {
    unmount(folder);
    await rm(folder, { recursive: true });
  });

  it.each([
    ['at once', () => 'x'.repeat(100_000)],
    [
      'page by page',
      async function* () {
        for (let page = 0; page < 20; page += 1) yield 'x'.repeat(5_000);
      },
    ],
  ])('leaves no partial file written %s, so that the command can be repeated', async (_how, content) => {
    const file = join(folder, 'numbers.csv');
    await expect(writeNew(file, content())).rejects.toMatchObject({
      ending: 'usage',
      message: expect.stringContaining('ENOSPC'),
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('leaves the passwords of an outside broker unchanged', async () => {
    const [file, before] = [join(folder, 'passwords'), 'recline-server:$7$101$x\n'.repeat(1_000)];
    await writeFile(file, before);
    const chairs = Array.from({ length: 2_000 }, (_, at) => ({ deviceId: `A${at}`, brokerHash: 'x'.repeat(40) }));
    await expect(updatePasswordFile(file, chairs)).rejects.toThrow('ENOSPC');
    expect(await readFile(file, 'utf8')).toBe(before);
  });
});

describe.skipIf(!canMount)('the disk of the embedded database (needs root, to mount file systems)', () => {
  it('that is full ends no server: calls are refused, and work again when there is room', async () => {
    const place = await startUnprivileged({});
    mount(place.data, 'size=160m');
    const server = await place.start();
    const guest = async () => (await server.client.session.guest({})).code;
    expect(await guest()).toBe(200);
    await fill(join(place.data, 'filler'));
    await until(async () => (await guest().catch(() => 0)) !== 200);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await rm(join(place.data, 'filler'));
    await until(async () => (await guest()) === 200, 60_000);
    process.kill(server.pid, 'SIGTERM');
    expect(await server.ended).toBe(0);
    unmount(place.data);
    await rm(place.folder, { recursive: true });
  });
});
