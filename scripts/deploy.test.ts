import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { readEnv } from '@recline/server/platform/env';
import { selfSigned } from '@recline/server/testing/certificate';
import { localNginxFile, writeCertificate } from '@recline/server/testing/proxies';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

/** The files that operators deploy, checked by the programs that read them where those are installed. */

const root = join(import.meta.dirname, '..');
const deployed = join(root, 'deploy');
const read = (name: string) => readFile(join(deployed, name), 'utf8');
const has = (program: string) => spawnSync('which', [program]).status === 0;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-deploy-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('deploy/recline.env', () => {
  it('contains settings that the server accepts, with and without the commented-out lines', async () => {
    const text = await read('recline.env');
    const all = text.replaceAll(/^# (?=[A-Z_]+=)/gm, '');
    for (const given of [text, all]) {
      const env = readEnv(parseEnv(given));
      expect(env).toMatchObject({ DEMO: false, isPublic: true, HOST: '127.0.0.1', MQTT_HOST: '127.0.0.1' });
    }
    expect(text).not.toMatch(/sandbox|=log\b/);
    expect(parseEnv(all)).toMatchObject({ PGPASSWORD: 'secret', CA_FILE: expect.any(String) });
    expect(new URL(parseEnv(all).MQTT_URL ?? '').port).toBe('8884');
  });
});

it.each(['../package.json', 'Dockerfile', 'recline.service', 'recline@.service'])(
  '%s starts Node by the launcher, without additional options',
  async (name) => {
    const text = await read(name);
    expect(text).toMatch(/bin\/node"?,? "?(?:server\/src\/main|scripts\/start)\.ts/);
    expect(text).not.toMatch(/\.bin\/node|"node |--(?:no-)?memory|old-space/);
  },
);

describe('the units of systemd', () => {
  // systemd parses # and \ differently in such a file: the server and the program would read different values.
  it('leave the settings file to Recline', async () => {
    const names = ['recline.service', 'recline@.service', 'recline-backup.service', 'recline-check.service'];
    for (const unit of await Promise.all(names.map(read))) {
      expect(unit).toContain('\nEnvironment=RECLINE_ENV_FILE=/etc/recline.env\n');
      expect(unit).not.toContain('EnvironmentFile');
    }
  });

  it.skipIf(!has('systemd-analyze'))('are taken by systemd without a complaint', async () => {
    const units = (await readdir(deployed)).filter((name) => /\.(service|timer)$/.test(name));
    for (const name of units) await writeFile(join(folder, name), (await read(name)).replaceAll('/opt/recline', root));
    const given = units.map((name) => join(folder, name.replace('@.', '@8081.')));
    await writeFile(join(folder, 'recline@8081.service'), await readFile(join(folder, 'recline@.service')));
    const { stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', ...given], { encoding: 'utf8' });
    expect([stderr.split('\n').filter((line) => line.includes('recline')), status]).toEqual([[], 0]);
    expect(units.length).toBe(8);
  });
});

describe('the proxies', () => {
  it.skipIf(!has('caddy'))('Caddy accepts its file', () => {
    const config = join(deployed, 'Caddyfile');
    const { status, stderr } = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', config], {
      encoding: 'utf8',
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    });
    expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  });
});

describe('nginx', () => {
  it.skipIf(!has('nginx'))('accepts its files', async () => {
    const files = await writeCertificate(folder, selfSigned());
    // With ports that anybody may open, and the certificate just made.
    const local = (name: string) => localNginxFile(name, (port) => 20_000 + port, files);
    const stream = '/usr/lib/nginx/modules/ngx_stream_module.so';
    const chairs = existsSync(stream) ? `load_module ${stream};\n${await local('nginx-chairs.conf')}` : '';
    const config = join(folder, 'nginx.conf');
    await writeFile(config, `pid ${folder}/pid;\n${chairs}\nevents {}\nhttp {\n${await local('nginx.conf')}\n}\n`);
    const { status, stderr } = spawnSync('nginx', ['-t', '-q', '-c', config], { encoding: 'utf8' });
    expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  });
});

describe('the backups of a container', () => {
  it('are in a volume that the program can write to', async () => {
    const [, services = '', volumes = ''] = /^services:\n(.*?)^volumes:\n(.*)/ms.exec(await read('compose.yaml')) ?? [];
    const recline = services.split(/^ {2}(?=\w+:$)/m).find((part) => part.startsWith('recline:'));
    expect(recline).toMatch(/^ {4}volumes:\n(?: {6}- .*\n)*? {6}- backups:\/backups$/m);
    expect(volumes).toMatch(/^ {2}backups:$/m);
    const image = await read('Dockerfile');
    expect(image).toMatch(/install -d -o recline -g recline -m 750 .*\/backups\b/);
    expect(image).toMatch(/^VOLUME \/backups$/m);
  });

  it('are written there by the documented command', async () => {
    const documented = `${await read('compose.yaml')}\n${await readFile(join(root, 'docs/operations.md'), 'utf8')}`;
    const files = [...documented.matchAll(/exec recline recline backup (\S+)/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !file.startsWith('/backups/'))).toEqual([]);
  });
});

describe('a password of the database', () => {
  it('may have any character in PGPASSWORD, as in deploy/compose.yaml', async () => {
    expect(await read('compose.yaml')).toMatch(
      /DATABASE_URL: postgres:\/\/recline@db:.*\n +PGPASSWORD: \$\{DB_PASSWORD:/,
    );
    const password = 'a&b#c%2Fd/e:f@g?h $i';
    const role = `role_${randomUUID().slice(0, 8)}`;
    const admin = new pg.Client({ connectionString: inject('postgresUrl') });
    await admin.connect();
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
    const { hostname, port } = new URL(inject('postgresUrl'));
    const program = join(root, 'server/src/cli/recline.ts');
    const { stdout, stderr } = spawnSync(process.execPath, [program, 'status', '--json'], {
      encoding: 'utf8',
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: `postgres://${role}@${hostname}:${port}/postgres`,
        PGPASSWORD: password,
      },
    });
    await admin.query(`DROP ROLE ${role}`);
    await admin.end();
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toHaveProperty('versions.postgres');
  });
});
