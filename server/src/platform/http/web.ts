import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { isLanguage, type Language, languages } from '@recline/contract/languages';
import { documentOf, isPage, loginPages } from '@recline/contract/pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../error.ts';
import { answerError } from './errors.ts';

/** The configuration that the web app gets at run time, inside its page. */
export interface WebConfig {
  country: string;
  currency: string;
  language: Language;
  appId: string;
  /** Where the API is; empty for the origin the page came from. */
  baseUrl: string;
  servicePhone: string;
  version: string;
  [more: string]: unknown;
}

interface WebOptions {
  /** The folder that the web app was built into. */
  directory: string;
  config: WebConfig;
  /** Other origins that the page may talk to (an API elsewhere, a file host, map tiles). */
  connect(): string[];
  images(): string[];
}

interface Page {
  html: string;
  /** The same, compressed once at start-up. */
  packed: { br: Buffer; gzip: Buffer };
  policy(): string;
}

/** Serves the built web app: immutable assets, and its pages in the caller's language. */
export async function serveWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { directory } = options;
  const notFound = (request: FastifyRequest, reply: FastifyReply) => answerError(fail('notFound'), request, reply);
  if (!existsSync(join(directory, 'app.zh_CN.html'))) {
    app.setNotFoundHandler(notFound); // the API alone, without a web app
    return;
  }
  const pages = new Map<string, Page>();
  for (const name of ['login', 'app']) {
    for (const language of languages) pages.set(`${name}.${language}`, await makePage(name, language, options));
  }
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: true,
    index: false,
    preCompressed: true,
    setHeaders: (response, path) => void response.header('cache-control', cachingOf(path)),
    allowedPath: (path) => !path.endsWith('.html'),
  });
  const send = (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const page = pages.get(`${name}.${languageOfPage(request, options.config.language)}`);
    if (!page) throw fail('notFound');
    const encoding = encodingFor(request);
    if (encoding) reply.header('content-encoding', encoding);
    return reply
      .header('content-security-policy', page.policy())
      .header('cache-control', 'no-cache')
      .header('vary', 'cookie, lang, accept-encoding')
      .type('text/html; charset=utf-8')
      .send(encoding ? page.packed[encoding] : page.html);
  };
  for (const path of loginPages) app.get(path, (request, reply) => send(request, reply, 'login'));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const document = request.method === 'GET' ? documentOf(path) : null;
    if (document === null) return notFound(request, reply);
    if (!isPage(path)) reply.code(404); // below /pages/ the app says so, for people; the status is for probes
    return send(request, reply, document);
  });
}

const cachingOf = (path: string) =>
  /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';

/** A page that changes its language sends a header; otherwise the cookie counts. */
function languageOfPage(request: FastifyRequest, fallback: Language): Language {
  if (isLanguage(request.headers.lang)) return request.headers.lang;
  const cookie = /(?:^|;\s*)locale=(\w+)/.exec(request.headers.cookie ?? '')?.[1];
  return isLanguage(cookie) ? cookie : fallback;
}

function encodingFor(request: FastifyRequest): 'br' | 'gzip' | undefined {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  return (['br', 'gzip'] as const).find((encoding) => new RegExp(`\\b${encoding}\\b(?!;q=0(?![.1-9]))`).test(accepted));
}

async function makePage(name: string, language: Language, options: WebOptions): Promise<Page> {
  const source = await readFile(join(options.directory, `${name}.${language}.html`), 'utf8');
  const json = JSON.stringify(options.config).replaceAll('<', '\\u003c');
  const html = source.replace('<!--recline:config-->', `<script type="application/json" id="config">${json}</script>`);
  const packed = { br: brotliCompressSync(html), gzip: gzipSync(html, { level: 9 }) };
  return { html, packed, policy: contentSecurityPolicy(html, options) };
}

/** Scripts and styles come from our own files, or are inlined by us and allowed by their hash. */
function contentSecurityPolicy(html: string, { connect, images }: WebOptions): () => string {
  const hashes = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}(?![^>]*(?:src=|application/json))[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))]
      .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join(' ');
  const scripts = `script-src 'self' 'wasm-unsafe-eval' ${hashes('script')}`;
  const styles = `style-src 'self' ${hashes('style')}`;
  return () =>
    [
      "default-src 'none'",
      scripts,
      styles,
      `img-src 'self' data: blob: ${images().join(' ')}`,
      `media-src 'self' blob: ${connect().join(' ')}`,
      `connect-src 'self' ${connect().join(' ')}`,
      "font-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]
      .map((rule) => rule.trim())
      .join('; ');
}
