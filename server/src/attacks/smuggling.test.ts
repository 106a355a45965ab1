import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { useServer } from '../testing/server.ts';

/**
 * Request smuggling: a proxy and the server must agree where a request ends. Whatever can be read in two ways is refused
 * and its connection closed, so that nothing behind it is ever taken for a request of somebody else. Raw bytes, as a
 * proxy that passed them on would send them.
 */

const server = useServer({ TRUST_PROXY: '1' });

const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

const statusesOf = async (bytes: string, answers: number) => statusesIn(await answerTo(bytes, answers));

/** The answers to these bytes, until the server closes the connection or the last one begins. */
async function answerTo(bytes: string, answers = 1): Promise<string> {
  const socket = connect(Number(new URL(server().url).port), '127.0.0.1');
  socket.on('error', () => {}); // a reset is a refusal too
  await once(socket, 'connect');
  socket.write(Buffer.from(bytes, 'latin1'));
  let text = '';
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (statusesIn(text).length >= answers) resolve();
    });
    socket.on('close', () => resolve());
  });
  socket.destroy();
  return text;
}

const api = '/api/web/api/v1';
const post = `POST ${api}/login/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`;
const get = `GET ${api}/login/public-key HTTP/1.1\r\nHost: a\r\n`;
/** The request of somebody else, which must not be answered. */
const hidden = `${get}\r\n`;

describe('a request that two readers end at different places', () => {
  it.each([
    ['a length and chunks', `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['chunks and a length', `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n`],
    ['two lengths that differ', `${post}Content-Length: 0\r\nContent-Length: 44\r\n\r\n`],
    ['the same length twice', `${post}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`],
    ['a list of lengths', `${post}Content-Length: 2, 2\r\n\r\n{}`],
    ['a length with a sign', `${post}Content-Length: +2\r\n\r\n{}`],
    ['a negative length', `${post}Content-Length: -1\r\n\r\n`],
    ['a length with a space inside', `${post}Content-Length: 1 2\r\n\r\n{}`],
    ['a length beyond all numbers', `${post}Content-Length: 99999999999999999999999\r\n\r\n{}`],
    ['a length with a space before its colon', `${post}Content-Length : 44\r\n\r\n`],
    ['a tab before the colon', `${post}Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n`],
    ['another coding last', `${post}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`],
    ['an unknown coding', `${post}Transfer-Encoding: cow\r\n\r\n0\r\n\r\n`],
    ['two codings in two headers', `${post}Transfer-Encoding: cow\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['the coding in a folded header', `${post}X: y\r\n Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}`],
    ['a header that begins with a fold', `POST ${api}/login/login HTTP/1.1\r\n Host: a\r\nContent-Length: 2\r\n\r\n{}`],
    ['a bare line feed in the head', `${post}X: y\nContent-Length: 2\r\n\r\n{}`],
    ['a head that ends with bare line feeds', `${post}Content-Length: 2\n\n{}`],
    ['a bare carriage return in a header', `${post}X: y\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a NUL in a header', `${post}X: y\u0000\r\nContent-Length: 2\r\n\r\n{}`],
    ['a vertical tab before the coding', `${post}Transfer-Encoding:\u000bchunked\r\n\r\n0\r\n\r\n`],
    ['a chunk with a signed size', `${post}Transfer-Encoding: chunked\r\n\r\n+2\r\n{}\r\n0\r\n\r\n`],
    ['a chunk with 0x before its size', `${post}Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n`],
    [
      'a chunk size beyond all numbers',
      `${post}Transfer-Encoding: chunked\r\n\r\n10000000000000002\r\n{}\r\n0\r\n\r\n`,
    ],
    ['a chunk longer than it says', `${post}Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n`],
    ['a chunk that ends with a bare line feed', `${post}Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n`],
    ['an extension of a chunk with a line feed', `${post}Transfer-Encoding: chunked\r\n\r\n2;a\nb\r\n{}\r\n0\r\n\r\n`],
    ['chunks in HTTP/1.0', `${post.replace('1.1', '1.0')}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a second host', `${get}Host: b\r\n\r\n`],
    ['the same host twice', `${get}hOsT: a\r\n\r\n`],
    ['no host', `GET ${api}/login/public-key HTTP/1.1\r\n\r\n`],
    ['a name that is no name of a header', `${get}X Y: z\r\n\r\n`],
  ])('(%s) is refused, its connection closed, and nothing behind it answered', async (_what, bytes) => {
    const statuses = await statusesOf(bytes + hidden, 2);
    expect(statuses.length).toBeLessThanOrEqual(1);
    for (const status of statuses) expect([400, 411, 413, 431, 501]).toContain(status);
  });
});

describe('a body that belongs to a request', () => {
  it.each([
    ['of a GET with a length', `${get}Content-Length: ${hidden.length}\r\n\r\n${hidden}`],
    [
      'of a GET in chunks',
      `${get}Transfer-Encoding: chunked\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
    ],
    ['of an unknown address', `POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
    ['with trailers', `${post}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nContent-Length: 5\r\nHost: b\r\n\r\n`],
  ])('(%s) is not answered as a request of its own', async (_what, bytes) => {
    const last = `GET /nowhere-${'x'.repeat(8)}.png HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    const statuses = await statusesOf(bytes + last, 3);
    expect(statuses.length).toBeLessThanOrEqual(2);
    if (statuses.length === 2) expect(statuses[1]).toBe(404);
  });

  it('that a proxy was told to wait for is answered once, without a connection for two', async () => {
    const waiting = `${post}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`;
    const statuses = await statusesOf(waiting, 2);
    expect(statuses).toEqual([100, 400]);
  });
});

describe('a request line', () => {
  it.each([
    ['with another host in it', `GET http://evil.example${api}/login/public-key HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['with a host without a scheme', `GET //evil.example${api}/login/public-key HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['with a step up', `GET /nowhere/..${api}/login/public-key HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['with an escaped slash', `GET /api%2fweb/api/v1/login/public-key HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['with a fragment', `GET /metrics#/api HTTP/1.1\r\nHost: a\r\n\r\n`],
  ])('%s reaches no call and no figures', async (_what, bytes) => {
    expect(await answerTo(bytes)).not.toMatch(/"publicKey"|nodejs_|"code":200/);
  });

  it('of HTTP/1.0 is answered, and its connection stays open only where it asks for that', async () => {
    const old = get.replace('HTTP/1.1', 'HTTP/1.0');
    expect(await statusesOf(`${old}\r\n`, 2)).toEqual([200]);
    expect((await statusesOf(`${old}\r\n${hidden}`, 2)).length).toBeLessThanOrEqual(1);
    expect(await statusesOf(`${old}Connection: keep-alive\r\n\r\n${hidden}`, 2)).toEqual([200, 200]);
  });

  it('with another spelling of a call is that call: private data is not kept by a cache', async () => {
    const { url, world } = server();
    const { token } = await world.consumer();
    const answer = await fetch(`${url}/%61pi/web/api/v1/login/info`, { headers: { 'access-token': token } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('headers that come twice', () => {
  it.each([
    ['a token', 'Access-Token: a\r\nAccess-Token: b\r\n', [401]],
    ['a time zone', 'Timezone-Offset: 0\r\nTimezone-Offset: 60\r\n', [400, 401]],
    ['a content type', 'Content-Type: application/json\r\nContent-Type: text/html\r\n', [400, 401]],
  ])('%s: nobody is let in by the second', async (_what, headers, expected) => {
    const bytes = `GET ${api}/login/info HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
    const [status] = await statusesOf(bytes, 1);
    expect(expected).toContain(status);
  });

  it('several addresses in one X-Forwarded-For and in several headers: only the last counts', async () => {
    const { pool, client } = server();
    const cipher = JSON.stringify({ account: 'nobody-here', ...(await client.encrypt('wrong')) });
    const claims = 'X-Forwarded-For: 198.51.100.1\r\nX-Forwarded-For: 198.51.100.2, 203.0.113.77\r\n';
    await statusesOf(`${post}${claims}Content-Length: ${Buffer.byteLength(cipher)}\r\n\r\n${cipher}`, 1);
    const { rows } = await pool.query<{ found: string }>(
      `SELECT string_agg(t::text, ' ') AS found FROM login_attempts t`,
    );
    expect(rows[0]?.found).toContain('203.0.113.77');
    expect(rows[0]?.found).not.toContain('198.51.100');
  });
});
