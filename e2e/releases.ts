import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { writeWorker } from '../web/vite/worker.ts';
import { forwardRequest } from './forward-request.ts';

const built = join(import.meta.dirname, '../web/dist');
const workerSource = join(import.meta.dirname, '../web/src/worker/worker.ts');
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const isText = (name: string) => /\.(js|css|html)$/.test(name);

/** Another release of the built app: every file renamed, and a marked title on the overview. */
async function makeRelease(mark: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recline-release-'));
  await cp(built, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  const assets = join(folder, 'assets');
  const names = await readdir(assets);
  const renamed = (text: string) =>
    names
      .reduce((all, name) => all.replaceAll(name, `${mark}-${name}`), text)
      .replaceAll('数据概况', `数据概况 ${mark}`);
  for (const name of names) await rename(join(assets, name), join(assets, `${mark}-${name}`));
  const files = [...names.map((name) => join('assets', `${mark}-${name}`)), ...(await readdir(folder))].filter(isText);
  for (const file of files) {
    await writeFile(join(folder, file), renamed(await readFile(join(folder, file), 'utf8')));
  }
  await writeWorker(folder, workerSource);
  return folder;
}

export interface Releases {
  url: string;
  /** Deploys that release: the files of the previous one are gone. */
  release(mark: string): Promise<void>;
  stop(): Promise<void>;
}

/** Serves the web app in front of an API; its release can be changed while pages are open. */
export async function serveReleases(api: string): Promise<Releases> {
  const folders: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const path = incoming.url?.split('?')[0] ?? '/';
    if (path.startsWith('/api/')) return forwardRequest(incoming, outgoing, api);
    const page = path === '/' ? 'login.zh_CN.html' : 'app.zh_CN.html';
    const name = extname(path) === '' ? page : path;
    const body = await readFile(join(folders.at(-1) ?? '', name)).catch(() => null);
    const type = types[extname(name)] ?? 'application/octet-stream';
    outgoing.writeHead(body ? 200 : 404, { 'content-type': type, 'cache-control': 'no-cache' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    release: async (mark) => void folders.push(await makeRelease(mark)),
    async stop() {
      server.closeAllConnections();
      server.close();
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}
