import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultLanguage, isLanguage } from '@recline/contract/languages';
import type { Plugin, ViteDevServer } from 'vite';
import { fillLogin, type Prerender } from './documents.ts';

/** The login page of the moment, in the language of the request, as the build would have written it. */
async function renderLogin(dev: ViteDevServer, headers: Record<string, unknown>): Promise<string> {
  const { prerenderLogin } = (await dev.ssrLoadModule('/src/app/prerender.tsx')) as { prerenderLogin: Prerender };
  const asked = headers.lang ?? /locale=(\w+)/.exec(String(headers.cookie))?.[1];
  const language = isLanguage(asked) ? asked : defaultLanguage;
  const page = await readFile(join(dev.config.root, 'login.html'), 'utf8');
  return dev.transformIndexHtml('/login.html', fillLogin(page, await prerenderLogin(language)));
}

/** While developing, pages are chosen as the server does it: the login document for login, the app for the rest. */
export const pagesPlugin = (): Plugin => ({
  name: 'recline-pages',
  configureServer: (dev) => {
    dev.middlewares.use((request, response, next) => {
      const path = request.url?.split('?')[0] ?? '/';
      if (/^\/(pages\/|choose-location|open-location)/.test(path)) request.url = '/app.html';
      if (path !== '/' && path !== '/pages/login/login') return next();
      renderLogin(dev, request.headers).then(
        (html) => response.setHeader('content-type', 'text/html').end(html),
        (error: unknown) => next(error),
      );
    });
  },
});
