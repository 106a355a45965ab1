import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language } from '@recline/contract/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { gzipAfter } from './gzip-after.ts';
import type { Page } from './web.ts';

/** A page that is rendered for each request, from a state that the browser gets with it. */
export interface RenderedPage<State = unknown> {
  /** The query is the caller's: anything may be in it. */
  load(query: Record<string, unknown>, language: Language, userAgent: string): Promise<State>;
  status(state: State): number;
}

/** Built from the web app's own components: `render(state)` gives the content of the page. */
type Render = (state: unknown) => Promise<Rendered>;
interface Rendered {
  html: string;
  title: string;
}

export async function loadRenderer(directory: string): Promise<Render> {
  const url = pathToFileURL(join(directory, 'server/prerender.js')).href;
  const module = (await import(url)) as { renderSticker: Render };
  return module.renderSticker;
}

/** A document with places for what is rendered into it. The title is the first, at the end of the head: what comes before is compressed once. */
export interface Template {
  beginning: string;
  /** Between title, content and state, and after them. */
  between: readonly [string, string, string];
  gzip(rest: string): Buffer;
  policy(): string;
}

export function toTemplate({ html, policy }: Page): Template {
  const [beginning = '', ...between] = html.split(/<title>[^<]*<\/title>|<!--recline:(?:content|state)-->/);
  const [afterTitle, afterContent, afterState] = between;
  if (afterTitle === undefined || afterContent === undefined || afterState === undefined)
    throw new Error('A page to render has no place for its title, content or state');
  return { beginning, between: [afterTitle, afterContent, afterState], gzip: gzipAfter(beginning), policy };
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** What follows the beginning. The state travels as data, never as a script. */
function fillTemplate({ between }: Template, { html, title }: Rendered, state: unknown): string {
  const json = JSON.stringify(state).replaceAll('<', '\\u003c');
  const [afterTitle, afterContent, afterState] = between;
  const data = `<script type="application/json" id="state">${json}</script>`;
  return `<title>${escapeHtml(title)}</title>${afterTitle}${html}${afterContent}${data}${afterState}`;
}

interface Filling {
  render: Render;
  state: unknown;
  status: number;
  gzip: boolean;
}

/** Nobody keeps a copy: the state of a chair changes from second to second. */
export async function sendRendered(
  reply: FastifyReply,
  template: Template,
  { render, state, status, gzip }: Filling,
): Promise<FastifyReply> {
  const rest = fillTemplate(template, await render(state), state);
  if (gzip) reply.header('content-encoding', 'gzip');
  return reply
    .code(status)
    .header('content-security-policy', template.policy())
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(gzip ? template.gzip(rest) : template.beginning + rest);
}

export const queryOf = (request: FastifyRequest) => request.query as Record<string, unknown>;
