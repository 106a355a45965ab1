import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, mergeConfig } from 'vite';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildWeb } from '../../scripts/build.ts';
import { appConfig } from './app-config.ts';
import { readBuildManifest } from './build-manifest.ts';
import { writeWorker } from './worker.ts';

/** A second app stands beside the mobile one: a stub on the same `ui` and `platform`, with calls of its own. */

const web = join(import.meta.dirname, '..');
const workerSource = join(web, 'src/worker/worker.ts');

const patience = 300_000;

let folder: string;
beforeAll(buildWeb, patience);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-second-app-'));
});
afterEach(() => rm(folder, { recursive: true }));

const stub = `
import { makeApi } from '${web}/src/platform/api.ts';
import { makeQueryClient } from '${web}/src/platform/query-client.ts';
import { Button } from '${web}/src/ui/button.tsx';
import { ChartCard } from '${web}/src/ui/charts/chart-card.tsx';
import { SearchField } from '${web}/src/ui/search-field.tsx';
import '${web}/src/ui/reset.css';
import '${web}/src/ui/tokens.css';

const api = makeApi(settings);
globalThis.app = { adverts: api.starting.adverts, makeQueryClient, Button, ChartCard, SearchField };
`;

async function filesIn(dist: string): Promise<Map<string, string>> {
  const names = await readdir(dist, { recursive: true, withFileTypes: true });
  const files = names.filter((name) => name.isFile()).map((name) => join(name.parentPath, name.name));
  const hashed = files.map(async (file): Promise<[string, string]> => {
    const hash = createHash('sha256').update(await readFile(file));
    return [file.slice(dist.length + 1), hash.digest('hex')];
  });
  return new Map(await Promise.all(hashed));
}

test(
  'it changes no byte of the mobile app, whose service worker keeps none of its files',
  async () => {
    const dist = join(folder, 'dist');
    await cp(join(web, 'dist'), dist, { recursive: true });
    await writeWorker(dist, workerSource);
    const before = await filesIn(dist);
    expect(before).toEqual(await filesIn(join(web, 'dist')));

    const entry = join(folder, 'second.ts');
    await writeFile(entry, stub);
    const config = appConfig({ entries: { second: entry }, code: folder });
    await build(
      mergeConfig(config, { configFile: false, logLevel: 'warn', build: { outDir: dist, emptyOutDir: false } }),
    );
    const chunks = Object.values(await readBuildManifest(dist));
    const scripts = await Promise.all(chunks.map(({ file }) => readFile(join(dist, file), 'utf8')));
    expect(scripts.join()).toContain('/data-centre/advert');
    expect(scripts.join()).not.toContain('/data-centre/get-order');
    await writeFile(join(dist, 'second.html'), `<script type="module" src="/${chunks[0]?.file}"></script>`);
    await writeWorker(dist, workerSource);

    const after = await filesIn(dist);
    expect(after.size).toBeGreaterThan(before.size + 1);
    expect(new Map([...after].filter(([name]) => before.has(name)))).toEqual(before);
  },
  patience,
);
