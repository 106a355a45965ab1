import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { useServer } from '../testing/server.ts';

const server = useServer();

describe('the envelope', () => {
  it.each([
    ['zh_CN', '找不到您要的内容，它可能已被移除'],
    ['en_US', 'We could not find what you asked for. It may have been removed.'],
    ['id_ID', 'Yang Anda cari tidak ditemukan, mungkin sudah dihapus'],
    ['tlh', '找不到您要的内容，它可能已被移除'],
  ])('of an unknown path is in %s', async (lang, message) => {
    const answer = await server().client.raw('GET', '/no/such/call', {}, { lang });
    expect(answer).toMatchObject({ status: 404, code: 404, message, data: null });
  });

  it.each([
    ['broken JSON', 'application/json', '{"a":', 400, 400],
    ['an unknown media type', 'text/csv', 'a,b', 400, 400],
    ['a body over 1 MiB', 'application/json', `{"account":"${'x'.repeat(1_100_000)}"}`, 413, 413],
  ])('answers %s', async (_title, type, body, status, code) => {
    const response = await fetch(`${server().url}/api/web/api/v1/login/login`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code, data: null });
  });

  it('has a request id, forbids sniffing and is not cached', async () => {
    const { headers } = await server().client.session.publicKey({});
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('lets other sites see our origin but no path: WeChat refuses to open its pay page without a referrer', async () => {
    const { headers } = await server().client.session.publicKey({});
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  });
});

describe('the dictionary', () => {
  it('answers 304 to a caller that has it', async () => {
    const first = await server().client.dictionary.get({}, { lang: 'en_US' });
    expect(first.data.gear).toContainEqual({ value: 'deep', label: 'Deep' });
    const again = await fetch(`${server().url}/api/web/api/v1/dict/cache-value`, {
      headers: { lang: 'en_US', 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });
});

describe('health', () => {
  it('is ready once all has started, and serves metrics', async () => {
    const { url } = server();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain('recline_http_request_seconds_bucket');
  });
});

describe('the OpenAPI document', () => {
  it('has every call once, under its own path', async () => {
    const document = (await (await fetch(`${server().url}/api/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, object>;
    };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/api/web/api/v1/data-centre/activate');
  });
});

describe('an idle connection', () => {
  it('does not block others', async () => {
    const silent = connect(Number(new URL(server().url).port), '127.0.0.1');
    await new Promise((resolve) => silent.once('connect', resolve));
    expect((await server().client.session.publicKey({})).code).toBe(200);
    silent.destroy();
  });
});
