import { join } from 'node:path';
import { mergeConfig } from 'vite';
import { appConfig } from './vite/app-config.ts';
import { chunkGroups, chunksPlugin } from './vite/chunks.ts';
import { compileHintPlugin } from './vite/compile-hint-plugin.ts';
import { entries } from './vite/documents.ts';
import { pagesPlugin } from './vite/pages-plugin.ts';

const server = process.env.API_PROXY ?? 'http://127.0.0.1:8080';

/** The mobile app. */
const mobile = appConfig({
  entries,
  code: join(import.meta.dirname, 'src/mobile'),
  plugins: [pagesPlugin(), chunksPlugin(), compileHintPlugin()],
  chunkGroups,
});

export default mergeConfig(mobile, {
  server: { proxy: { '/api': server, '/pay': server, '/agreements': server, '/files': server } },
  build: { emptyOutDir: true },
});
