import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { basePath } from '@recline/contract/call';
import { session } from '@recline/contract/session';
import { describe, expect, it } from 'vitest';
import { until } from '../testing/chairs.ts';
import { useServer } from '../testing/server.ts';

const root = join(import.meta.dirname, '../../..');
const server = useServer({ LOG_LEVEL: 'info' });

describe('the envelope', () => {
  it.each([
    ['zh_CN', '找不到您要的内容，它可能已被移除'],
    ['en_US', 'We could not find what you asked for. It may have been removed.'],
    ['id_ID', 'Yang Anda cari tidak ditemukan. Mungkin sudah dihapus.'],
    ['tlh', '找不到您要的内容，它可能已被移除'],
  ])('of an unknown path is in %s', async (lang, message) => {
    const answer = await server().client.raw('GET', '/no/such/call', {}, { lang });
    expect(answer).toMatchObject({ status: 404, code: 404, message, data: null });
  });

  it.each([
    ['broken JSON', 'application/json', '{"a":', 400, 400],
    ['an unknown media type', 'text/csv', 'a,b', 400, 400],
    ['a body over 1 MiB', 'application/json', `{"account":"${'x'.repeat(1_100_000)}"}`, 413, 413],
    ['a body that is larger than the call needs', 'application/json', '['.repeat(20_000), 413, 413],
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
  it('answers 304 to a caller that has it cached', async () => {
    const first = await server().client.dictionary.get({}, { lang: 'en_US' });
    expect(first.data.gear).toContainEqual({ value: 'deep', label: 'Deep' });
    const again = await fetch(`${server().url}/api/web/api/v1/dict/cache-value`, {
      headers: { lang: 'en_US', 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it.each([
    ['zh_CN', '人民币', '马来西亚林吉特', '菲律宾比索'],
    ['en_US', 'Chinese Yuan', 'Malaysian Ringgit', 'Philippine Peso'],
    ['id_ID', 'Yuan Tiongkok', 'Ringgit Malaysia', 'Peso Filipina'],
  ])('names the currencies in %s', async (lang, ...names) => {
    const { data } = await server().client.dictionary.get({}, { lang });
    expect(data.currency.map(({ label }) => label)).toEqual(names);
  });
});

describe('health', () => {
  const get = async (path: string) => {
    const response = await fetch(`${server().url}${path}`);
    return { status: response.status, body: (await response.json()) as unknown };
  };

  it('is ready once everything has started, and serves metrics', async () => {
    const body = { ready: true, chairs: true, parts: { started: true, database: true, broker: true } };
    expect(await get('/readyz')).toEqual({ status: 200, body });
    expect(await get('/readyz/chairs')).toEqual({ status: 200, body });
    const metrics = await (await fetch(`${server().url}/metrics`)).text();
    for (const name of ['recline_http_request_duration_seconds', 'recline_http_request_seconds'])
      expect(metrics).toContain(`${name}_bucket`);
  });

  it('reports the running version', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(await get('/healthz')).toMatchObject({ status: 200, body: { ok: true, version } });
  });
});

describe('the log', () => {
  it('has a line for every request, with its id and the instance, except for probes', async () => {
    const { url, logged, client } = server();
    const { headers } = await client.session.publicKey({});
    await fetch(`${url}/healthz`);
    const lines = () => logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    await until(async () => lines().some(({ reqId }) => reqId === headers.get('x-request-id')));
    // Exactly these fields, because they are not searched for secrets.
    expect(lines().find(({ reqId }) => reqId === headers.get('x-request-id'))).toEqual({
      level: 30,
      time: expect.any(String),
      msg: 'request',
      instance: `${hostname()}:${process.pid}`,
      reqId: headers.get('x-request-id'),
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      method: 'GET',
      path: `${basePath}${session.publicKey.path}`,
      status: 200,
      ms: expect.any(Number),
    });
    expect(lines().filter(({ path }) => path === '/healthz')).toEqual([]);
  });

  it("logs the caller's request id and trace beside its own id, which does not change", async () => {
    const { url, logged } = server();
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const sent = { 'x-request-id': 'order-77', traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    const { headers } = await fetch(`${url}/api/openapi.json`, { headers: sent });
    const reqId = headers.get('x-request-id');
    expect(reqId).toMatch(/^[0-9a-f-]{36}$/);
    const line = () =>
      logged.map((text) => JSON.parse(text) as Record<string, unknown>).find((each) => each.reqId === reqId);
    await until(async () => line() !== undefined);
    expect(line()).toMatchObject({ traceId, callerRequestId: 'order-77' });
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
