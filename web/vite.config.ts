import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { callsPlugin } from './vite/calls-plugin.ts';
import { chunkGroups } from './vite/chunks.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const server = process.env.API_PROXY ?? 'http://127.0.0.1:8080';

/** While developing, pages are chosen as the server does it: the login document for login, the app for the rest. */
const pages: Plugin = {
  name: 'recline-pages',
  configureServer: (dev) => {
    dev.middlewares.use((request, _response, next) => {
      const path = request.url?.split('?')[0] ?? '/';
      if (path === '/' || path === '/pages/login/login') request.url = '/login.html';
      else if (/^\/(pages\/|choose-location|open-location)/.test(path)) request.url = '/app.html';
      next();
    });
  },
};

export default defineConfig({
  root,
  appType: 'mpa',
  plugins: [react(), callsPlugin(), pages],
  server: { proxy: { '/api': server, '/files': server } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    target: ['es2022', 'chrome96', 'safari15.4', 'firefox100'],
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: ['login.html', 'app.html'],
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
});
