import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { type Language, languages } from '@recline/contract/languages';
import { documentOf, isPage, loginPages, shells, stickerPages } from '@recline/contract/pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../error.ts';
import { answerError } from './errors.ts';
import { type ConfiguredLanguage, languageOfPage } from './page-language.ts';
import { loadRenderer, makePageSender, queryOf, type RenderedPage, toTemplate } from './rendered-page.ts';

/** The configuration that the web app gets at run time, inside its page. */
export interface WebConfig {
  country: string;
  currency: string;
  language: ConfiguredLanguage;
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
  /** Where the build keeps the assets of earlier ones. */
  previous: string;
  config: WebConfig;
  /** Other origins that the page may talk to (an API elsewhere, a file host, map tiles). */
  connect(): string[];
  images(): string[];
  /** The page of a chair. */
  sticker: RenderedPage;
}

type Encoding = 'br' | 'gzip';

export interface Page {
  html: string;
  packed(encoding: Encoding): Promise<Buffer>;
  policy(): string;
}

/** Serves the built web app: immutable assets, and its pages in the caller's language. */
export async function serveWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { directory } = options;
  const notFound = (request: FastifyRequest, reply: FastifyReply) => answerError(fail('notFound'), request, reply);
  if (!existsSync(join(directory, 'sticker.zh_CN.html'))) {
    app.setNotFoundHandler(notFound); // the API alone, without a web app
    return;
  }
  const inLanguages = (name: string) => inEachLanguage((language) => makePage(name, language, options));
  const documents = { login: await inLanguages('login'), app: await inLanguages('app') };
  const stickers = await inEachLanguage(async (language) => toTemplate(await makePage('sticker', language, options)));
  await serveFiles(app, options);
  const sendRendered = makePageSender(await loadRenderer(directory));
  const send = async (request: FastifyRequest, reply: FastifyReply, name: keyof typeof documents) => {
    const page = documents[name][languageOfPage(request.headers, options.config.language)];
    const encoding = encodingFor(request);
    if (encoding) reply.header('content-encoding', encoding);
    return reply
      .header('content-security-policy', page.policy())
      .header('cache-control', 'no-cache')
      .header('vary', 'cookie, lang, accept-language, accept-encoding')
      .type('text/html; charset=utf-8')
      .send(encoding ? await page.packed(encoding) : page.html);
  };
  const sendSticker = async (request: FastifyRequest, reply: FastifyReply) => {
    const language = languageOfPage(request.headers, options.config.language);
    const state = await options.sticker.load(queryOf(request), language, request.headers['user-agent'] ?? '');
    const [status, recurs] = [options.sticker.status(state), options.sticker.recurs(state)];
    return sendRendered(reply, stickers[language], { state, status, recurs, gzip: accepts(request, 'gzip') });
  };
  for (const path of [...stickerPages, shells.sticker]) app.get(path, sendSticker);
  app.get(shells.app, (request, reply) => send(request, reply, 'app'));
  for (const path of loginPages) app.get(path, (request, reply) => send(request, reply, 'login'));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const document = request.method === 'GET' ? documentOf(path) : null;
    if (document === null) return notFound(request, reply);
    if (!isPage(path)) reply.code(404); // below /pages/ the app says so, for people; the status is for probes
    return document === 'sticker' ? sendSticker(request, reply) : send(request, reply, document);
  });
}

/** The names of assets contain a hash of their content: they never change, so nobody asks whether they have. */
async function serveFiles(app: FastifyInstance, { directory, previous }: WebOptions): Promise<void> {
  const assets = [directory, previous].map((folder) => join(folder, 'assets')).filter((folder) => existsSync(folder));
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    etag: false,
    lastModified: false,
    acceptRanges: false,
  });
  await app.register(fastifyStatic, {
    root: directory,
    decorateReply: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response) => void response.header('cache-control', 'no-cache'),
    allowedPath: (path) => !path.endsWith('.html') && !path.startsWith('/server/'),
  });
}

async function inEachLanguage<T>(make: (language: Language) => Promise<T>): Promise<Record<Language, T>> {
  const made = languages.map(async (language) => [language, await make(language)] as const);
  return Object.fromEntries(await Promise.all(made)) as Record<Language, T>;
}

const notRefused = (encoding: Encoding) => new RegExp(`\\b${encoding}\\b(?!;q=0(?![.1-9]))`);
const acceptable = { br: notRefused('br'), gzip: notRefused('gzip') };
const accepts = (request: FastifyRequest, encoding: Encoding): boolean =>
  acceptable[encoding].test(String(request.headers['accept-encoding'] ?? ''));

const encodingFor = (request: FastifyRequest): Encoding | undefined =>
  (['br', 'gzip'] as const).find((encoding) => accepts(request, encoding));

async function makePage(name: string, language: Language, options: WebOptions): Promise<Page> {
  const source = await readFile(join(options.directory, `${name}.${language}.html`), 'utf8');
  const { config } = options;
  // With `auto` the page's own language counts.
  const json = JSON.stringify({
    ...config,
    language: config.language === 'auto' ? language : config.language,
  }).replaceAll('<', '\\u003c');
  const html = source.replace('<!--recline:config-->', `<script type="application/json" id="config">${json}</script>`);
  return { html, packed: packOnce(html), policy: contentSecurityPolicy(html, options) };
}

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Compresses a page when it is first asked for: half a second less before a server is ready. */
function packOnce(html: string): Page['packed'] {
  const packed: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return (encoding) => {
    packed[encoding] ??= pack[encoding](html);
    return packed[encoding];
  };
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
