import { connect } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useServer } from '../../testing/server.ts';
import { fuzzTimeout, runs } from './runs.ts';

/** Malformed HTTP. */

const server = useServer();

interface Saying {
  /** Stops listening after this many milliseconds of silence, if the server keeps the connection open. */
  quietFor?: number;
  /** Half-closes the connection after these bytes. */
  last?: boolean;
}

/** The server's answer to these bytes until it closes the connection. */
function say(bytes: string, { quietFor, last = false }: Saying = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server().url).port), '127.0.0.1');
    const chunks: Buffer[] = [];
    const done = () => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('latin1'));
    };
    const waiting = setTimeout(() => reject(new Error('the connection hangs')), 20_000);
    socket.on('close', () => clearTimeout(waiting));
    socket.on('error', () => {}); // a reset is an answer too
    socket.on('close', done);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (quietFor !== undefined) socket.setTimeout(quietFor, done);
    });
    if (last) socket.end(bytes);
    else socket.write(bytes);
  });
}

const logout = 'POST /api/web/api/v1/login/logout HTTP/1.1\r\nHost: a\r\n';
const get = 'GET /api/web/api/v1/login/public-key HTTP/1.1\r\n';
const login = 'POST /api/web/api/v1/login/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const hidden = `${get}Host: a\r\n\r\n`;
const chunked = 'Transfer-Encoding: chunked\r\n';

describe('an ambiguous request', () => {
  it.each([
    ['both lengths', `${login}Content-Length: 5\r\n${chunked}\r\n0\r\n\r\n${hidden}`],
    ['two lengths', `${login}Content-Length: 2\r\nContent-Length: 30\r\n\r\n{}${hidden}`],
    ['a signed length', `${login}Content-Length: +2\r\n\r\n{}${hidden}`],
    ['a length in hexadecimal', `${login}Content-Length: 0x2\r\n\r\n{}${hidden}`],
    ['an unknown coding', `${login}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['chunked but not last', `${login}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`],
    ['a space before the colon', `${login}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a folded header', `${login}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a bad size of a chunk', `${login}${chunked}\r\nzz\r\n{}\r\n0\r\n\r\n${hidden}`],
    ['bare line feeds', `${login}${chunked}\n\n0\n\n${hidden}`],
    ['a NUL in a header', `${login}X: a\u0000b\r\nContent-Length: 2\r\n\r\n{}${hidden}`],
    ['no host', `${get}\r\n`],
    ['an unknown version', `${get.replace('1.1', '9.9')}Host: a\r\n\r\n`],
  ])('(%s) is refused, and nothing after it is read', async (_what, bytes) => {
    const answer = await say(bytes);
    expect(answer.split('HTTP/1.1 ').length).toBeLessThanOrEqual(2);
    expect(answer).not.toContain('HTTP/1.1 200');
    expect(answer === '' || answer.startsWith('HTTP/1.1 4')).toBe(true);
  });

  it.each([
    ['one header of 40 KB', `${get}Host: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`],
    ['a path of 40 KB', `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['five thousand headers', `${get}Host: a\r\n${'X-Header: of some length\r\n'.repeat(5000)}\r\n`],
    ['a token of 40 KB', `${logout}Access-Token: ${'x'.repeat(40_000)}\r\n\r\n`],
  ])('(%s) is refused as too large, in the envelope', async (_what, bytes) => {
    const answer = await say(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('"code":413');
  });

  it.each([
    ['an address with a broken escape', 'GET /api/%E0%A4%A HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['an address of a proxy', 'GET http://evil.example/api/x HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a tunnel', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['no version', 'GET /api/web/api/v1/login/public-key\r\n\r\n'],
    ['a star', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['an upgrade', `${get}Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
    ['an expectation', `${login}Expect: the-unexpected\r\nContent-Length: 2\r\n\r\n{}`],
  ])('(%s) never reaches anything but this server', async (_what, bytes) => {
    const answer = await say(bytes, { quietFor: 250 });
    expect(answer).not.toContain('HTTP/1.1 5');
    expect(answer === '' || /^HTTP\/1\.1 (200|4\d\d) /.test(answer)).toBe(true);
  });
});

describe('bytes of any kind', { timeout: fuzzTimeout }, () => {
  it('do not keep the server from answering the next request', async () => {
    const line = fc.constantFrom(
      'GET / HTTP/1.1',
      'POST /api/files/ HTTP/1.1',
      'Host: a',
      'Content-Length: 3',
      '\u0000',
    );
    const soup = fc.array(fc.oneof(line, fc.string({ unit: 'binary', maxLength: 40 })), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(soup, fc.constantFrom('\r\n', '\n', ''), async (parts, glue) => {
        const answer = await say(`${parts.join(glue)}\r\n\r\n`, { quietFor: 5, last: true });
        expect(answer).not.toContain('HTTP/1.1 5');
      }),
      runs(80),
    );
    expect((await server().client.session.publicKey({})).code).toBe(200);
  });
});
