import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, freePort, listens } from './programs.ts';

/** The proxies that operators put in front of a server, with the files of deploy/. */

const deployed = join(import.meta.dirname, '../../../deploy');

export interface Certificate {
  key: string;
  cert: string;
}

interface CertificateFiles {
  keyFile: string;
  certFile: string;
}

export async function writeCertificate(folder: string, { key, cert }: Certificate): Promise<CertificateFiles> {
  const files = { keyFile: join(folder, 'key.pem'), certFile: join(folder, 'certificate.pem') };
  await writeFile(files.keyFile, key);
  await writeFile(files.certFile, cert);
  return files;
}

/** A file of deploy/ for nginx, with ports of this machine alone and another certificate. */
export async function localNginxFile(
  name: string,
  portOf: (port: number) => number,
  { keyFile, certFile }: CertificateFiles,
): Promise<string> {
  return (await readFile(join(deployed, name), 'utf8'))
    .replaceAll(/^ *listen \[::\].*$/gm, '')
    .replaceAll(/listen (\d+)/g, (_listen, port: string) => `listen 127.0.0.1:${portOf(Number(port))}`)
    .replaceAll(/(?<=ssl_certificate )\s*\S+(?=;)/g, certFile)
    .replaceAll(/(?<=ssl_certificate_key )\s*\S+(?=;)/g, keyFile);
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** The nginx.conf around the site, with the limits that the site's file requires, and one worker. */
const nginxConf = (folder: string, site: string) => `
daemon off;
worker_processes 1;
worker_rlimit_nofile 65536;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 16384; }
http {
access_log off;
${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
${site}
}
`;

async function startNginx(program: string, upstream: string, certificate: Certificate) {
  const folder = await makeFolder('nginx');
  const files = await writeCertificate(folder, certificate);
  const [plain, port] = [await freePort(), await freePort()];
  const site = await localNginxFile('nginx.conf', (each) => (each === 80 ? plain : port), files);
  const config = join(folder, 'nginx.conf');
  await writeFile(config, nginxConf(folder, replaced(site, '127.0.0.1:8080', new URL(upstream).host)));
  return started({ program, args: ['-c', config, '-e', join(folder, 'error.log')], folder, port });
}

async function startCaddy(program: string, upstream: string, certificate: Certificate) {
  const folder = await makeFolder('caddy');
  const { certFile, keyFile } = await writeCertificate(folder, certificate);
  const port = await freePort();
  const shipped = await readFile(join(deployed, 'Caddyfile'), 'utf8');
  // Without Caddy's admin port and port 80, and with a ready certificate.
  const local = replaced(shipped, '\n{\n', '\n{\n\tadmin off\n\tauto_https off\n');
  const config = join(folder, 'Caddyfile');
  const site = '{$SITE:chairs.example.com} {\n';
  await writeFile(config, replaced(local, site, `${site}\ttls ${certFile} ${keyFile}\n`));
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const env = { ...home, SITE: `https://127.0.0.1:${port}`, RECLINE: new URL(upstream).host };
  return started({
    program,
    args: ['run', '--adapter', 'caddyfile', '--config', config],
    env,
    folder,
    port,
    signal: 'SIGKILL',
  });
}

function replaced(text: string, part: string, by: string): string {
  if (!text.includes(part)) throw new Error(`the file has no ${JSON.stringify(part)}`);
  return text.replace(part, by);
}

async function makeFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `recline-${name}-`));
  await chmod(folder, 0o755); // nginx, started as root, runs as another user
  for (const each of temporary) await mkdir(join(folder, each));
  return folder;
}

interface Started {
  program: string;
  args: string[];
  env?: Record<string, string>;
  folder: string;
  port: number;
  /** Caddy would wait for its clients to disconnect; nginx must end its workers. */
  signal?: 'SIGTERM' | 'SIGKILL';
}

async function started({ program, args, env = {}, folder, port, signal = 'SIGTERM' }: Started) {
  const child = spawn(program, args, { stdio: process.env.TEST_LOG ? 'inherit' : 'ignore', env });
  const stop = async () => {
    const ended = once(child, 'exit');
    if (child.kill(signal)) await ended;
    await rm(folder, { recursive: true, force: true });
  };
  await listens(port).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url: `https://127.0.0.1:${port}`, stop };
}

export type RunningProxy = Awaited<ReturnType<typeof started>>;

/** Undefined if it is not installed (Debian: `apt-get install nginx caddy`). */
export const proxies = [
  { name: 'nginx', program: findProgram('nginx'), start: startNginx },
  { name: 'Caddy', program: findProgram('caddy'), start: startCaddy },
];
