import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { compressAssets } from './vite/compress.ts';
import { type Prerenderers, writeDocuments } from './vite/documents.ts';
import { writeWorker } from './vite/worker.ts';
import config from './vite.config.ts';

const dist = fileURLToPath(new URL('dist', import.meta.url));

/**
 * Builds the renderer of pages for Node, with the same class names as in the browser build. The login page and the
 * app's loading view are rendered here; the server renders the page of a chair with it.
 */
async function buildPrerender(outDir: string): Promise<Prerenderers> {
  await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    build: {
      ...config.build,
      outDir,
      manifest: false,
      copyPublicDir: false,
      ssr: 'src/mobile/app/prerender.tsx',
      // Everything is in one file here; parts that are loaded later in the browser are imported at once.
      rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
    },
    ssr: { noExternal: true },
    // Otherwise a server that does not set it would run React's development build.
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return import(pathToFileURL(join(outDir, 'prerender.js')).href);
}

process.env.NODE_ENV = 'production';
await build({ ...config, configFile: false, logLevel: 'warn' });
await writeDocuments(dist, await buildPrerender(join(dist, 'server')));
await writeWorker(dist, fileURLToPath(new URL('src/worker/worker.ts', import.meta.url)));
await compressAssets(dist);
