import type { IncomingMessage } from 'node:http';
import { defaultLanguage, isLanguage, type Language } from '@recline/contract/languages';
import { operatorNamePlace } from '@recline/contract/operator';
import { type DocumentName, documentOf } from '@recline/contract/pages';
import type { Plugin, ViteDevServer } from 'vite';
import { documentParts, entries, type Prerenderers, viewsIn } from './documents.ts';
import { htmlDocument } from './html-document.ts';

interface Renderer extends Prerenderers {
  renderChairPage(state: object): Promise<{ html: string; title: string }>;
}

function languageOf({ headers }: IncomingMessage): Language {
  const asked = headers.lang ?? /locale=(\w+)/.exec(headers.cookie ?? '')?.[1];
  return isLanguage(asked) ? asked : defaultLanguage;
}

/** The state of a chair's page that fetches its card: without the build nothing can render it. */
const withoutCard = (language: Language) => ({
  language,
  labels: { gear: {}, payType: {} },
  card: null,
  unknown: false,
  agreements: null,
});

async function render(dev: ViteDevServer, name: DocumentName, language: Language): Promise<string> {
  const renderer = (await dev.ssrLoadModule('/src/mobile/app/prerender.tsx')) as unknown as Renderer;
  const views = await viewsIn(renderer, language);
  const parts = await documentParts(name, await renderer.prerenderLogin(language), views, []);
  // The styles are loaded by the scripts.
  const scripts = { entry: `/${entries[name]}`, preloads: [], scripts: 'last' } as const;
  if (name !== 'chair-page') return htmlDocument({ ...parts, ...scripts });
  const state = withoutCard(language);
  const { html: content } = await renderer.renderChairPage(state);
  const after = `<script type="application/json" id="state">${JSON.stringify(state)}</script>`;
  return htmlDocument({ ...parts, ...scripts, content, after });
}

/** In development, serves the documents as the server does. */
export const pagesPlugin = (): Plugin => ({
  name: 'recline-pages',
  configureServer: (dev) => {
    dev.middlewares.use((request, response, next) => {
      const name = documentOf(request.url?.split('?')[0] ?? '/');
      if (name === null) return next();
      render(dev, name, languageOf(request))
        .then((html) => dev.transformIndexHtml(request.url ?? '/', html))
        .then((html) =>
          response.setHeader('content-type', 'text/html').end(html.replaceAll(operatorNamePlace, 'Recline')),
        )
        .catch(next);
    });
  },
});
