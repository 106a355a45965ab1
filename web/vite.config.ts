import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { chunkGroups, chunksPlugin } from './vite/chunks.ts';
import { compileHintPlugin } from './vite/compile-hint-plugin.ts';
import { entries } from './vite/documents.ts';
import { modulePlugins } from './vite/module-plugins.ts';
import { pagesPlugin } from './vite/pages-plugin.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const server = process.env.API_PROXY ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root,
  appType: 'custom',
  plugins: [...modulePlugins(), pagesPlugin(), chunksPlugin(), compileHintPlugin()],
  server: { proxy: { '/api': server, '/pay': server, '/agreements': server, '/files': server } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    target: ['es2022', 'chrome87', 'safari15.4', 'firefox100'],
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: entries,
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
});
