import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { compressAssets } from './vite/compress.ts';
import { type Prerender, writeDocuments } from './vite/documents.ts';
import { writeWorker } from './vite/worker.ts';
import config from './vite.config.ts';

const dist = fileURLToPath(new URL('dist', import.meta.url));

/** Builds the renderer of the login page for Node, with the same class names as in the browser build. */
async function buildPrerender(outDir: string): Promise<Prerender> {
  await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    build: { ...config.build, outDir, manifest: false, ssr: 'src/app/prerender.tsx', rolldownOptions: {} },
    ssr: { noExternal: true },
  });
  const module: { prerenderLogin: Prerender } = await import(pathToFileURL(join(outDir, 'prerender.js')).href);
  return module.prerenderLogin;
}

process.env.NODE_ENV = 'production';
await build({ ...config, configFile: false, logLevel: 'warn' });
const temporary = await mkdtemp(join(tmpdir(), 'recline-prerender-'));
try {
  await writeDocuments(dist, await buildPrerender(temporary));
} finally {
  await rm(temporary, { recursive: true });
}
await writeWorker(dist, fileURLToPath(new URL('src/worker/worker.ts', import.meta.url)));
await compressAssets(dist);
