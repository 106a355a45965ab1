import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Language, languages } from '@recline/contract/languages';
import { pages, pageUrl } from '@recline/contract/pages';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { healthy } from '../../testing/health.ts';
import { makeLog } from '../log.ts';
import { makeMetrics } from '../metrics.ts';
import { makeApp } from './app.ts';
import type { RenderedPage } from './rendered-page.ts';
import { serveWeb, type WebOptions } from './web.ts';

let directory: string;
let app: FastifyInstance;
let options: WebOptions;

const newApp = () =>
  makeApp({
    log: makeLog('silent'),
    metrics: makeMetrics(),
    trustProxy: false,
    started: () => true,
    health: healthy,
    maxConnections: 100,
  });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'recline-web-'));
  for (const name of ['login', 'app', 'chair-page']) {
    const places = name === 'chair-page' ? '<title></title><!--recline:content--><!--recline:state-->' : '';
    for (const language of languages)
      await writeFile(join(directory, `${name}.${language}.html`), `<p>${name}</p>${places}`);
  }
  await mkdir(join(directory, 'server'));
  const renderer =
    "let times = 0; export const renderChairPage = async () => ({ html: 'rendered ' + ++times, title: '' });";
  await writeFile(join(directory, 'server/prerender.js'), renderer);
  app = await newApp();
  const config = {
    country: 'CN',
    currency: 'CNY',
    language: 'zh_CN',
    appId: 'x',
    baseUrl: '',
    servicePhone: '',
    version: '1',
  } as const;
  const chairPage: RenderedPage<{ deviceId?: string; language: Language }> = {
    load: async ({ query, wanted: language = 'zh_CN' }) => ({ ...query, language }),
    status: () => 200,
    recurs: ({ deviceId }) => deviceId !== 'another at any time',
  };
  const previous = join(directory, 'previous');
  for (const [folder, name] of [
    [directory, 'new'],
    [previous, 'old'],
  ] as const) {
    await mkdir(join(folder, 'assets'), { recursive: true });
    await writeFile(join(folder, `assets/app-${name}.js`), name);
  }
  const look = { name: 'Recline', styles: '', color: undefined };
  options = { directory, previous, config, look, connect: () => [], images: () => [], chairPage };
  await serveWeb(app, options);
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true, force: true });
});

it.each([
  ['/', 200, '<p>login</p>'],
  ['/pages/home/home', 200, '<p>app</p>'],
  ['/pages/home/home?period=today', 200, '<p>app</p>'],
  ['/pages/index/index?deviceId=1', 200, '<p>chair-page</p>'],
  ['/shell/app', 200, '<p>app</p>'],
  ['/shell/chair-page', 200, '<p>chair-page</p>'],
  ['/shell/sticker', 200, '<p>chair-page</p>'],
  ['/shell/other', 404, '"code":404'],
  ['/choose-location', 200, '<p>app</p>'],
  ['/pages/nothing/here', 404, '<p>app</p>'],
  ['/livez', 404, '"code":404'],
  ['/admin', 404, '"code":404'],
  ['/pages', 404, '"code":404'],
  ['/api/nothing', 404, '"code":404'],
  ['/wp-login.php', 404, '"code":404'],
])('%s answers %i: only known pages get the app', async (url, status, content) => {
  const answer = await app.inject({ url });
  expect(answer.statusCode).toBe(status);
  expect(answer.body).toContain(content);
});

it.each([
  ['/admin', '<p>app</p>'],
  ['/pages', '<p>app</p>'],
  ['/api/nothing', '"code":404'],
  ['/assets/gone.js', '"code":404'],
])('a browser that opens %s gets a page that says it does not exist, except below the calls', async (url, content) => {
  const answer = await app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
  expect(answer.statusCode).toBe(404);
  expect(answer.body).toContain(content);
});

it('a build of another version, which lacks a page, is refused with instructions', async () => {
  const other = await newApp();
  await expect(serveWeb(other, { ...options, payPage: options.chairPage })).rejects.toThrow('npm run build');
  await other.close();
});

describe('the page of a chair', () => {
  const open = async (deviceId: string) => {
    const headers = { 'accept-encoding': 'gzip' };
    const { rawPayload } = await app.inject({ url: pageUrl(pages.index, { deviceId }), headers });
    return gunzipSync(rawPayload).toString();
  };

  it('is rendered once per state', async () => {
    const page = await open('1');
    expect(page).toMatch(/<p>chair-page<\/p>.*rendered \d+.*"deviceId":"1"/);
    expect(await open('1')).toBe(page);
  });

  it('is rendered again for another state', async () => {
    const page = await open('1');
    const other = await open('2');
    expect(other).toContain('"deviceId":"2"');
    expect(/rendered \d+/.exec(other)).not.toEqual(/rendered \d+/.exec(page));
    expect(await open('1')).toBe(page);
  });

  it('is rendered each time if its state contains the time', async () => {
    expect(await open('another at any time')).not.toBe(await open('another at any time'));
  });
});

it('a page runs and loads only our own files, and nobody may frame it', async () => {
  const { headers } = await app.inject({ url: '/pages/home/home' });
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
});

it.each(['/', '/pages/home/home', '/api/nothing', '/healthz'])(
  'no header names the software or lets another origin read (%s)',
  async (url) => {
    const { headers } = await app.inject({ url, headers: { origin: 'https://example.com' } });
    const names = Object.keys(headers);
    expect(names.filter((name) => /^(server|x-powered-by|access-control-.*)$/.test(name))).toEqual([]);
  },
);

it.each(['new', 'old'])(
  'assets of this build and of earlier ones are served, and cached permanently (%s)',
  async (name) => {
    const { statusCode, body, headers } = await app.inject({ url: `/assets/app-${name}.js` });
    expect([statusCode, body]).toEqual([200, name]);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  },
);
