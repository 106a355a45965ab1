import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { defaultLanguage, isLanguage } from '@recline/contract/languages';
import { documentOf } from '@recline/contract/pages';
import type { Plugin, ViteDevServer } from 'vite';
import { fillLogin, type Prerender } from './documents.ts';

const languageOf = (headers: Record<string, unknown>) => {
  const asked = headers.lang ?? /locale=(\w+)/.exec(String(headers.cookie))?.[1];
  return isLanguage(asked) ? asked : defaultLanguage;
};

/** The page of a chair, which fetches its card: without the build there is nothing that renders it. */
async function serveSticker(dev: ViteDevServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const state = {
    language: languageOf(request.headers),
    labels: { gear: {}, payType: {} },
    card: null,
    unknown: false,
  };
  const { renderSticker } = await dev.ssrLoadModule('/src/app/prerender.tsx');
  const { html } = (await renderSticker(state)) as { html: string };
  const page = (await readFile(join(dev.config.root, 'sticker.html'), 'utf8'))
    .replace('<!--recline:content-->', () => html)
    .replace('<!--recline:state-->', `<script type="application/json" id="state">${JSON.stringify(state)}</script>`);
  response.setHeader('content-type', 'text/html').end(await dev.transformIndexHtml('/sticker.html', page));
}

/** The login page in the language of the request, rendered as the build would. */
async function renderLogin(dev: ViteDevServer, headers: Record<string, unknown>): Promise<string> {
  const { prerenderLogin } = (await dev.ssrLoadModule('/src/app/prerender.tsx')) as { prerenderLogin: Prerender };
  const language = languageOf(headers);
  const page = await readFile(join(dev.config.root, 'login.html'), 'utf8');
  return dev.transformIndexHtml('/login.html', fillLogin(page, await prerenderLogin(language)));
}

const earlyInput = readFileSync(new URL('../early-input.js', import.meta.url), 'utf8');

/** In development, serves the login document and the app document as the server does. */
export const pagesPlugin = (): Plugin => ({
  name: 'recline-pages',
  // Pages that are hydrated record what happens before.
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace('/*recline:early*/', () => earlyInput) },
  configureServer: (dev) => {
    dev.middlewares.use((request, response, next) => {
      const document = documentOf(request.url?.split('?')[0] ?? '/');
      if (document === 'app') request.url = '/app.html';
      if (document === 'sticker') return serveSticker(dev, request, response).catch(next);
      if (document !== 'login') return next();
      renderLogin(dev, request.headers).then(
        (html) => response.setHeader('content-type', 'text/html').end(html),
        (error: unknown) => next(error),
      );
    });
  },
});
