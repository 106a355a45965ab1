import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Language } from '@recline/contract/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Encoding, Page } from './web.ts';

/** A page that is rendered for each request, from a state that the browser gets with it. */
export interface RenderedPage<State = unknown> {
  /** The query is the caller's: anything may be in it. */
  load(query: Record<string, unknown>, language: Language, userAgent: string): Promise<State>;
  status(state: State): number;
}

/** Built from the web app's own components: `render(state)` gives the content of the page. */
type Render = (state: unknown) => Promise<{ html: string; title: string }>;

export async function loadRenderer(directory: string): Promise<Render> {
  const url = pathToFileURL(join(directory, 'server/prerender.js')).href;
  const module = (await import(url)) as { renderSticker: Render };
  return module.renderSticker;
}

const compressors = {
  // Level 4 takes a third of the time of the default for a page that is hardly larger.
  br: (html: string) =>
    promisify(brotliCompress)(html, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: html.length },
    }),
  gzip: (html: string) => promisify(gzip)(html, { level: 4 }),
};

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The document around the content. The state travels as data, never as a script. */
function fillDocument(page: Page, { html, title }: { html: string; title: string }, state: unknown): string {
  const json = JSON.stringify(state).replaceAll('<', '\\u003c');
  const [head = '', content = '', tail = ''] = page.html.split(/<!--recline:(?:content|state)-->/);
  const titled = head.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`);
  return `${titled}${html}${content}<script type="application/json" id="state">${json}</script>${tail}`;
}

/** Nobody keeps a copy: the state of a chair changes from second to second. */
export async function sendRendered(
  reply: FastifyReply,
  page: Page,
  {
    encoding,
    render,
    state,
    status,
  }: { encoding: Encoding | undefined; render: Render; state: unknown; status: number },
): Promise<FastifyReply> {
  const html = fillDocument(page, await render(state), state);
  if (encoding) reply.header('content-encoding', encoding);
  return reply
    .code(status)
    .header('content-security-policy', page.policy())
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(encoding ? await compressors[encoding](html) : html);
}

export const queryOf = (request: FastifyRequest) => request.query as Record<string, unknown>;
