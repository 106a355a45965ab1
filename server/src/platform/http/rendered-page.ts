import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language } from '@recline/contract/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type GzipAfter, gzipAfter } from './gzip-after.ts';

/** The request for a page. */
export interface Visit {
  request: FastifyRequest;
  reply: FastifyReply;
  /** From the caller: it may contain anything. */
  query: Record<string, unknown>;
  /** Undefined: the page's subject decides. */
  wanted: Language | undefined;
}

/** Another page to open instead. */
export class Redirect {
  readonly to: string;
  constructor(to: string) {
    this.to = to;
  }
}

/** A page that is rendered for each request, from a state that the browser gets with it. */
export interface RenderedPage<State extends { language: Language } = { language: Language }> {
  load(visit: Visit): Promise<State | Redirect>;
  status(state: State): number;
  /** Whether the same state may recur. One that contains the time does not. */
  recurs(state: State): boolean;
}

/** Built from the web app's own components: `render(state)` gives the content of the page, from its state alone. */
export type Render = (state: unknown) => Promise<Rendered>;
interface Rendered {
  html: string;
  title: string;
  /** The address to which the browser goes automatically, and after how many seconds. */
  refresh?: { seconds: number; url: string };
  /** Without scripts, the page is reloaded. */
  askAgain?: boolean;
  /** The page omits scripts, because a browser follows the refresh only after it has loaded them. */
  isStatic?: boolean;
}

interface Renderers {
  renderChairPage: Render;
  renderPayPage: Render;
}

export async function loadRenderers(directory: string): Promise<Renderers> {
  return import(pathToFileURL(join(directory, 'server/prerender.js')).href) as Promise<Renderers>;
}

/**
 * A document with places for rendered parts. The first is the title, at the end of the head: everything before it is
 * compressed once.
 */
export interface Template {
  beginning: string;
  /** Between title, content and state, and after them. */
  between: readonly [string, string, string];
  gzip: GzipAfter;
  policy(): string;
}

export function toTemplate({ html, policy }: { html: string; policy(): string }): Template {
  const [beginning = '', ...between] = html.split(/<title>[^<]*<\/title>|<!--recline:(?:content|state)-->/);
  const [afterTitle, afterContent, afterState] = between;
  if (afterTitle === undefined || afterContent === undefined || afterState === undefined)
    throw new Error('A page template has no place for its title, content or state');
  return { beginning, between: [afterTitle, afterContent, afterState], gzip: gzipAfter(beginning), policy };
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const escapeAttribute = (text: string) => escapeHtml(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');

/** Data in an HTML document. */
const toData = (state: unknown) => JSON.stringify(state).replaceAll('<', '\\u003c');

/** The document after its beginning. The state travels as data, never as a script. */
function fillTemplate({ between }: Template, rendered: Rendered, data: string): string {
  const [afterTitle, afterContent, afterState] = between;
  const { html, title, isStatic } = rendered;
  const beginning = `<title>${escapeHtml(title)}</title>${refreshTag(rendered)}${afterTitle}${html}`;
  if (isStatic) return `${beginning}</div></body></html>`;
  const script = `<script type="application/json" id="state">${data}</script>`;
  return `${beginning}${afterContent}${script}${afterState}`;
}

const askAgainSeconds = 2;

function refreshTag({ refresh, askAgain }: Rendered): string {
  const tag = (content: string) => `<meta http-equiv="refresh" content="${content}">`;
  if (refresh) return tag(`${refresh.seconds};url=${escapeAttribute(refresh.url)}`);
  return askAgain ? `<noscript>${tag(String(askAgainSeconds))}</noscript>` : '';
}

interface Filling {
  state: unknown;
  status: number;
  /** The state may recur, so its rendered and compressed page is cached. */
  recurs: boolean;
  gzip: boolean;
}

/** About 4 KB per page with its state. */
const remembered = {
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (tail: Buffer, state: string) => tail.length + 2 * state.length,
};

/** Sends pages made from templates. Their states name their language, so that each state belongs to one template. */
export function makePageSender(render: Render) {
  const tails = new LRUCache<string, Buffer>(remembered);

  async function packedTail(template: Template, { state, recurs }: Filling): Promise<Buffer> {
    const data = toData(state);
    const known = tails.get(data);
    if (known) return known;
    const tail = await template.gzip.tail(fillTemplate(template, await render(state), data));
    if (recurs) tails.set(data, tail);
    return tail;
  }

  async function bodyOf(template: Template, filling: Filling): Promise<Buffer | string> {
    if (filling.gzip) return Buffer.concat([template.gzip.head, await packedTail(template, filling)]);
    return template.beginning + fillTemplate(template, await render(filling.state), toData(filling.state));
  }

  /** `no-store`: the state of a chair changes from second to second. */
  return async (reply: FastifyReply, template: Template, filling: Filling): Promise<FastifyReply> => {
    const body = await bodyOf(template, filling);
    if (filling.gzip) reply.header('content-encoding', 'gzip');
    return reply
      .code(filling.status)
      .header('content-security-policy', template.policy())
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(body);
  };
}

export const queryOf = (request: FastifyRequest) => request.query as Record<string, unknown>;
