import { basePath } from '@recline/contract/call';
import { describe, expect, it } from 'vitest';
import { useServer } from '../testing/server.ts';
import {
  ambiguousRequests,
  ambiguousTargets,
  expecting,
  foreignTarget,
  get,
  hidden,
  host,
  last,
  login,
  postTo,
  requestsWithBodies,
} from './ambiguous-requests.ts';
import { answerTo, statusesIn } from './raw-http.ts';

/**
 * Request smuggling: a proxy and the server must agree where a request ends. Anything ambiguous is refused and its
 * connection closed, so that nothing after it is ever taken for another caller's request. Sends raw bytes, as a proxy
 * that passed them on would; behind-proxies.test.ts sends them through the proxies of deploy/.
 */

const server = useServer({ TRUST_PROXY: '1' });

const statusesOf = async (bytes: string, answers: number) =>
  statusesIn(await answerTo(server().url, bytes, { answers }));

const post = postTo(login);

describe('a request that two readers end at different places', () => {
  it.each(ambiguousRequests(login))(
    '(%s) is refused, its connection closed, and nothing after it answered',
    async (_what, bytes) => {
      const statuses = await statusesOf(bytes + hidden, 2);
      expect(statuses.length).toBeLessThanOrEqual(1);
      for (const status of statuses) expect([400, 411, 413, 431, 501]).toContain(status);
    },
  );
});

describe('a body that belongs to a request', () => {
  it.each(requestsWithBodies(login))('(%s) is not answered as a separate request', async (_what, bytes) => {
    const statuses = await statusesOf(bytes + last, 3);
    expect(statuses.length).toBeLessThanOrEqual(2);
    if (statuses.length === 2) expect(statuses[1]).toBe(404);
  });

  it('announced by `Expect: 100-continue` is answered once, and its connection is closed', async () => {
    expect(await statusesOf(expecting, 2)).toEqual([100, 400]);
  });
});

describe('a request line', () => {
  it.each([['with another host in it', foreignTarget], ...ambiguousTargets])(
    '%s reaches no call and no metrics',
    async (_what, bytes) => {
      expect(await answerTo(server().url, bytes, { answers: 1 })).not.toMatch(/"publicKey"|nodejs_|"code":200/);
    },
  );

  it('of HTTP/1.0 is answered, and its connection stays open only on request', async () => {
    const old = get.replace('HTTP/1.1', 'HTTP/1.0');
    expect(await statusesOf(`${old}\r\n`, 2)).toEqual([200]);
    expect((await statusesOf(`${old}\r\n${hidden}`, 2)).length).toBeLessThanOrEqual(1);
    expect(await statusesOf(`${old}Connection: keep-alive\r\n\r\n${hidden}`, 2)).toEqual([200, 200]);
  });

  it("with another spelling of a call's path reaches that call, uncacheable because it has private data", async () => {
    const { url, world } = server();
    const { token } = await world.consumer();
    const answer = await fetch(`${url}/%61pi/web/api/v1/login/info`, { headers: { 'access-token': token } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('duplicate headers', () => {
  it.each([
    ['a token', 'Access-Token: a\r\nAccess-Token: b\r\n', [401]],
    ['a time zone', 'Timezone-Offset: 0\r\nTimezone-Offset: 60\r\n', [400, 401]],
    ['a content type', 'Content-Type: application/json\r\nContent-Type: text/html\r\n', [400, 401]],
  ])('%s: nobody is admitted by the second', async (_what, headers, expected) => {
    const bytes = `GET ${basePath}/login/info HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`;
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
