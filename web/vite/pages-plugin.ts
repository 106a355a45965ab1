import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultLanguage, isLanguage } from '@recline/contract/languages';
import { documentOf } from '@recline/contract/pages';
import type { Plugin, ViteDevServer } from 'vite';
import { fillLogin, type Prerender } from './documents.ts';

/** The login page in the language of the request, rendered as the build would. */
async function renderLogin(dev: ViteDevServer, headers: Record<string, unknown>): Promise<string> {
  const { prerenderLogin } = (await dev.ssrLoadModule('/src/app/prerender.tsx')) as { prerenderLogin: Prerender };
  const asked = headers.lang ?? /locale=(\w+)/.exec(String(headers.cookie))?.[1];
  const language = isLanguage(asked) ? asked : defaultLanguage;
  const page = await readFile(join(dev.config.root, 'login.html'), 'utf8');
  return dev.transformIndexHtml('/login.html', fillLogin(page, await prerenderLogin(language)));
}

/** In development, serves the login document and the app document as the server does. */
export const pagesPlugin = (): Plugin => ({
  name: 'recline-pages',
  configureServer: (dev) => {
    dev.middlewares.use((request, response, next) => {
      const document = documentOf(request.url?.split('?')[0] ?? '/');
      if (document === 'app') request.url = '/app.html';
      if (document !== 'login') return next();
      renderLogin(dev, request.headers).then(
        (html) => response.setHeader('content-type', 'text/html').end(html),
        (error: unknown) => next(error),
      );
    });
  },
});
