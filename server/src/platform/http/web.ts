import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { type Language, languages } from '@recline/contract/languages';
import { operatorNamePlace } from '@recline/contract/operator';
import {
  chairPages,
  documentOf,
  isPage,
  loginPages,
  oldChairPageShell,
  payPath,
  shells,
} from '@recline/contract/pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../error.ts';
import { answerError } from './errors.ts';
import { type ConfiguredLanguage, languageOfPage, wantedLanguage } from './page-language.ts';
import {
  loadRenderers,
  makePageSender,
  queryOf,
  Redirect,
  type Render,
  type RenderedPage,
  toTemplate,
} from './rendered-page.ts';

/** The configuration that the web app gets at run time, inside its page. */
export interface WebConfig {
  country: string;
  currency: string;
  language: ConfiguredLanguage;
  appId: string;
  /** The address of the API; empty for the page's own origin. */
  baseUrl: string;
  servicePhone: string;
  version: string;
  [more: string]: unknown;
}

/** The operator's settings that appear in documents. */
export interface Look {
  name: string;
  /** Styles that put the operator's colour into the pages; empty for ours. */
  styles: string;
  color: string | undefined;
}

export interface WebOptions {
  /** The folder that the web app was built into. */
  directory: string;
  /** Where the build keeps the assets of earlier ones. */
  previous: string;
  config: WebConfig;
  look: Look;
  /** Other origins that the page may talk to (an API elsewhere, a file host, map tiles). */
  connect(): string[];
  images(): string[];
  /** The page of a chair. */
  chairPage: RenderedPage;
  /** The page of an order without scripts; undefined if the chairs belong to another server. */
  payPage?: RenderedPage | undefined;
}

type Encoding = 'br' | 'gzip';

interface Page {
  html: string;
  packed(encoding: Encoding): Promise<Buffer>;
  policy(): string;
}

/** Serves the built web app: immutable assets, and its pages in the caller's language. */
export async function serveWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { directory } = options;
  const notFound = (request: FastifyRequest, reply: FastifyReply) => answerError(fail('notFound'), request, reply);
  if (!existsSync(join(directory, 'chair-page.zh_CN.html'))) {
    app.setNotFoundHandler(notFound); // only the API, without a web app
    return;
  }
  const inLanguages = (name: string) => inEachLanguage((language) => makePage(name, language, options));
  const documents = { login: await inLanguages('login'), app: await inLanguages('app') };
  await serveManifests(app, options);
  await serveFiles(app, options);
  const renderers = await loadRenderers(directory);
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
  const senderOfPage = async (name: string, render: Render, page: RenderedPage) => {
    const templates = await inEachLanguage(async (language) => toTemplate(await makePage(name, language, options)));
    const sendRendered = makePageSender(render);
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const wanted = wantedLanguage(request.headers, options.config.language);
      const state = await page.load({ request, reply, query: queryOf(request), wanted });
      if (state instanceof Redirect) return reply.header('cache-control', 'no-store').redirect(state.to, 303);
      const [status, recurs] = [page.status(state), page.recurs(state)];
      return sendRendered(reply, templates[state.language], { state, status, recurs, gzip: accepts(request, 'gzip') });
    };
  };
  const sendChairPage = await senderOfPage('chair-page', renderers.renderChairPage, options.chairPage);
  if (options.payPage) app.get(payPath, await senderOfPage('pay-page', renderers.renderPayPage, options.payPage));
  for (const path of [...chairPages, shells['chair-page'], oldChairPageShell]) app.get(path, sendChairPage);
  app.get(shells.app, (request, reply) => send(request, reply, 'app'));
  for (const path of loginPages) app.get(path, (request, reply) => send(request, reply, 'login'));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const document =
      request.method === 'GET' ? (documentOf(path) ?? (isNavigation(request, path) ? 'app' : null)) : null;
    if (document === null) return notFound(request, reply);
    if (!isPage(path)) reply.code(404); // the app shows that to people; the status is for probes
    return document === 'chair-page' ? sendChairPage(request, reply) : send(request, reply, document);
  });
}

/** The names of assets contain a hash of their content: they never change, and need no revalidation. */
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

/** Whether a person opens the address. Programs, and requests for assets or calls, get JSON. */
const isNavigation = ({ headers }: FastifyRequest, path: string): boolean =>
  String(headers.accept ?? '').includes('text/html') && !/^\/(?:api|assets)\//.test(path);

const encodingFor = (request: FastifyRequest): Encoding | undefined =>
  (['br', 'gzip'] as const).find((encoding) => accepts(request, encoding));

const readBuilt = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(`The web app was built by another version, ${file} is missing. Run: npm run build`);
  });

async function makePage(name: string, language: Language, options: WebOptions): Promise<Page> {
  const source = await readBuilt(join(options.directory, `${name}.${language}.html`));
  const { config } = options;
  // With `auto` the page's own language is used.
  const json = JSON.stringify({
    ...config,
    language: config.language === 'auto' ? language : config.language,
  }).replaceAll('<', '\\u003c');
  const html = withLook(source, options.look).replace(
    '<!--recline:config-->',
    () => `<script type="application/json" id="config">${json}</script>`,
  );
  return { html, packed: packOnce(html), policy: contentSecurityPolicy(html, options) };
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Around the login page, whose top has the brand's colour; other pages have one for each scheme. */
const brandThemeColor = /<meta name="theme-color" content="[^"]+">/;

/** The operator's name and colour in a document of the build. The styles come after those of the build, which they override. */
function withLook(source: string, { name, styles, color }: Look): string {
  const named = source.replaceAll(operatorNamePlace, () => escaped(name));
  if (color === undefined) return named;
  return named
    .replace('<title>', () => `<style>${styles}</style><title>`)
    .replace(brandThemeColor, () => `<meta name="theme-color" content="${color}">`);
}

/** The web app manifest of each language, with the operator's name and colour. */
async function serveManifests(app: FastifyInstance, { directory, look }: WebOptions): Promise<void> {
  for (const language of languages) {
    const name = `manifest.${language}.webmanifest`;
    const file = join(directory, name);
    if (!existsSync(file)) continue;
    const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    const color = look.color ?? manifest.theme_color;
    const body = JSON.stringify({ ...manifest, name: look.name, short_name: look.name, theme_color: color });
    app.get(`/${name}`, (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('application/manifest+json').send(body),
    );
  }
}

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Compresses a page when it is first asked for: saves half a second before a server is ready. */
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
