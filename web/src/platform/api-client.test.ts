import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ClientSettings, formOf, send } from './api-client.ts';
import { ApiError } from './api-error.ts';

const messages = {
  network: 'no network',
  timeout: 'too slow',
  missingUrl: 'no path',
  notLoggedIn: 'log in first',
  loggedInElsewhere: 'logged in elsewhere',
  unknown: 'unknown',
};

interface ReceivedRequest {
  method?: string;
  url?: string;
  headers: IncomingMessage['headers'];
  body: string;
}
type Answer = { status?: number; body: string; headers?: Record<string, string> } | 'hang' | 'drop';

let server: Server;
let settings: ClientSettings;
let received: ReceivedRequest[];
let reported: ApiError[];
let answers: Answer[];

beforeEach(async () => {
  received = [];
  reported = [];
  answers = [];
  server = createServer(async (request, response) => {
    received.push({ method: request.method, url: request.url, headers: request.headers, body: await text(request) });
    const answer = answers.shift() ?? { body: '{"code":200,"message":"","data":"ok"}' };
    if (answer === 'drop') request.socket.destroy();
    if (typeof answer === 'object') response.writeHead(answer.status ?? 200, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  settings = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    language: () => 'id_ID',
    token: () => 'token-1',
    timezoneOffset: () => 420,
    messages: () => messages,
    onError: (error) => reported.push(error),
    backoff: [1, 1],
  };
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const get = (input = {}, more = {}) => send({ method: 'GET', path: '/a', access: 'home', input, ...more }, settings);
const post = (input = {}, more = {}) => send({ method: 'POST', path: '/a', access: 'home', input, ...more }, settings);
const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => 'it succeeded',
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`Not an ApiError: ${String(error)}`);
  return error;
};

describe('a request', () => {
  test('has the path prefix, the language, the token and the time zone offset', async () => {
    await get();
    expect(received[0]?.url).toBe('/api/web/api/v1/a');
    expect(received[0]?.headers).toMatchObject({ lang: 'id_ID', 'access-token': 'token-1', 'timezone-offset': '420' });
  });

  test('puts the input of a GET or DELETE into the query, without empty fields', async () => {
    await get({ keyword: 'A 1', outletId: undefined, cursor: null });
    await send({ method: 'DELETE', path: '/a', access: 'home', input: { id: 7 } }, settings);
    expect(received.map((request) => [request.method, request.url])).toEqual([
      ['GET', '/api/web/api/v1/a?keyword=A+1'],
      ['DELETE', '/api/web/api/v1/a?id=7'],
    ]);
  });

  test('sends a POST as a form, or as JSON on request', async () => {
    await post({ deviceId: 'A1', minutes: 20 });
    await post({ deviceId: 'A1', minutes: 20 }, { json: true });
    expect(received.map(({ headers, body }) => [headers['content-type'], body])).toEqual([
      ['application/x-www-form-urlencoded', 'deviceId=A1&minutes=20'],
      ['application/json', '{"deviceId":"A1","minutes":20}'],
    ]);
  });

  test('sends a list in a form as one JSON value', () => {
    expect(formOf({ files: ['a', 'b'] }).toString()).toBe('files=%5B%22a%22%2C%22b%22%5D');
  });
});

describe('an answer', () => {
  test.each([
    [200, 200],
    [200, 1],
    [201, 200],
  ])('with HTTP %i and code %i is a success', async (status, code) => {
    answers = [{ status, body: JSON.stringify({ code, message: '', data: { a: 1 } }) }];
    expect(await get()).toEqual({ a: 1 });
  });

  test.each([
    ['an error code under HTTP 200', 200, { code: 20101, message: 'wrong' }, 'wrong', 20101],
    ['a success code under HTTP 500', 500, { code: 200, message: 'odd' }, 'odd', 200],
    [
      'the dialog takes precedence over the message',
      409,
      { code: 20203, message: 'm', dialog: { message: 'd' } },
      'd',
      20203,
    ],
    [
      'bad input, whose message names a field',
      400,
      { code: 400, message: 'The field orderId is wrong' },
      'unknown',
      400,
    ],
    ['the status text as a fallback', 503, {}, 'Service Unavailable', 503],
    ['a body that is no JSON', 502, undefined, 'Bad Gateway', 502],
    ['the token-expired text', 401, { code: 20109, message: 'token已过期' }, 'logged in elsewhere', 20109],
    ['a login on another device', 401, { code: 30107, message: '' }, 'logged in elsewhere', 30107],
  ])('%s is understood', async (_name, status, body, message, code) => {
    answers = [{ status, body: body ? JSON.stringify(body) : '<html>' }];
    const error = await failure(get());
    expect([error.message, error.code]).toEqual([message, code]);
    expect(reported).toEqual([error]);
  });
});

describe('without an answer', () => {
  test('a GET is retried until it succeeds', async () => {
    answers = ['drop', 'drop'];
    expect(await get()).toBe('ok');
    expect(received).toHaveLength(3);
  });

  test('a GET fails with the network message after its retries', async () => {
    answers = ['drop', 'drop', 'drop'];
    expect(await failure(get())).toMatchObject({ kind: 'network', message: 'no network' });
  });

  test('a POST is never retried', async () => {
    answers = ['drop'];
    expect((await failure(post())).kind).toBe('network');
    expect(received).toHaveLength(1);
  });

  const busy = { status: 503, body: '{"code":503,"message":"busy"}', headers: { 'retry-after': '0' } };

  test('a GET to a busy server is retried after the Retry-After', async () => {
    answers = [busy, busy];
    expect(await get()).toBe('ok');
    expect(received).toHaveLength(3);
  });

  test('a GET to a server that stays busy fails with its message', async () => {
    answers = [busy, busy, busy];
    expect(await failure(get())).toMatchObject({ kind: 'answer', message: 'busy', code: 503 });
    expect(received).toHaveLength(3);
  });

  test('a POST to a busy server fails with its message and is not retried', async () => {
    answers = [busy];
    expect(await failure(post())).toMatchObject({ kind: 'answer', message: 'busy', code: 503 });
    expect(received).toHaveLength(1);
  });

  test('an error answer is not retried', async () => {
    answers = [{ status: 500, body: '{"code":500,"message":"broken"}' }];
    expect((await failure(get())).message).toBe('broken');
    expect(received).toHaveLength(1);
  });

  test('a call that takes too long fails with the timeout message', async () => {
    answers = ['hang'];
    settings.timeout = 30;
    expect(await failure(get())).toMatchObject({ kind: 'timeout', message: 'too slow' });
  });

  test('an aborted call reports no error', async () => {
    answers = ['hang'];
    const controller = new AbortController();
    const pending = get({}, { signal: controller.signal });
    controller.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
    expect(reported).toEqual([]);
  });
});

describe('a call that is not sent', () => {
  test('one without a path', async () => {
    expect((await failure(get({}, { path: undefined }))).message).toBe('no path');
    expect(received).toEqual([]);
  });

  test('an authenticated one without a token', async () => {
    settings.token = () => null;
    expect((await failure(get())).message).toBe('log in first');
    expect(received).toEqual([]);
  });

  test('but a public one needs no token', async () => {
    settings.token = () => null;
    expect(await get({}, { access: 'public' })).toBe('ok');
  });
});

test('a background call does not report a lost network, but does report an error answer', async () => {
  answers = ['drop', { body: '{"code":20109,"message":"over"}' }];
  expect((await failure(post({}, { quiet: true }))).kind).toBe('network');
  expect(reported).toEqual([]);
  expect((await failure(post({}, { quiet: true }))).code).toBe(20109);
  expect(reported.map((error) => error.code)).toEqual([20109]);
});
