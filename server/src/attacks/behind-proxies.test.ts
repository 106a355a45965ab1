import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { describeBehindProxies, outsideAddress } from '../testing/behind-proxies.ts';
import { until } from '../testing/chairs.ts';
import { makeClient, type Sent } from '../testing/client.ts';
import { type ReceivedRequest, recordRequests } from '../testing/received-requests.ts';
import { useServer } from '../testing/server.ts';
import {
  ambiguousHttp2Requests,
  ambiguousRequests,
  ambiguousTargets,
  expecting,
  hidden,
  hiddenPath,
  host,
  last,
  login,
  postTo,
  requestsWithBodies,
} from './ambiguous-requests.ts';
import { answerTo, openSocket, statusesIn } from './raw-http.ts';
import { sendHttp2 } from './raw-http2.ts';

/**
 * The server behind the proxies of deploy/, with their files. A request is smuggled when the proxy and the server
 * disagree on the number of requests: then the server answers one that the proxy has not seen, and the next caller on
 * the same connection gets an answer that is not its own.
 */

const server = useServer({ TRUST_PROXY: '1' });
/** A caller whose requests come after those of the attacker. */
let next: Sent;
beforeAll(async () => {
  next = await server().world.consumer();
});

/** nginx buffers calls until they are complete, and streams uploads. */
const paths = [login, '/api/files/nothing'];
const both = <Case>(casesOf: (path: string) => [string, Case][]) =>
  paths.flatMap((path) => casesOf(path).map(([what, value]) => [`${what}, ${path}`, value] as [string, Case]));

/** Answered by Caddy itself. */
const healthCheck = '/healthz';

function record(): ReceivedRequest[] {
  const { received, stop } = recordRequests(server().url, healthCheck);
  onTestFinished(stop);
  return received;
}

const idsIn = (text: string) => [...text.matchAll(/^x-request-id: (\S+)/gim)].map(([, id = '']) => id);

/** The attacker's visible requests. One that the proxy abandoned may reach the server later. */
const targets = [...both(ambiguousRequests), ...both(requestsWithBodies)].map(([, bytes]) => bytes.split(' ', 2)[1]);
const isHidden = ({ url }: ReceivedRequest) => !targets.includes(url);

/** Every hidden request that reached the server was answered to its sender, so the proxy has seen it. */
function expectNothingSmuggled(received: ReceivedRequest[], text: string): void {
  const answered = idsIn(text);
  const smuggled = received.filter((each) => isHidden(each) && !answered.includes(each.id()));
  expect(smuggled.map(({ url }) => url)).toEqual([]);
  expect(answered).toEqual(received.map(({ id }) => id()).filter((id) => answered.includes(id)));
}

describeBehindProxies(server, (proxy) => {
  async function expectNextServed(): Promise<ReceivedRequest> {
    const received = record();
    const answer = await makeClient(proxy().url).session.info({}, next);
    const direct = await server().client.session.info({}, next);
    expect(answer).toMatchObject({ code: 200, data: direct.data });
    const own = received.find(({ id }) => id() === answer.headers.get('x-request-id'));
    if (!own) throw new Error('the answer is not of a request of this caller');
    return own;
  }

  it('the requests of two callers share a connection to the server', async () => {
    const received = record();
    await until(async () => {
      await answerTo(proxy().url, hidden + last);
      const connections = received.splice(0).map(({ from }) => from);
      return connections.includes((await expectNextServed()).from);
    });
  });

  describe('a request that two readers end at different places', () => {
    it.each(both(ambiguousRequests))(
      '(%s) hides none from the proxy, and the next caller is served',
      async (_what, bytes) => {
        const received = record();
        const text = await answerTo(proxy().url, bytes + hidden + last);
        expectNothingSmuggled([...received], text);
        await expectNextServed();
      },
    );
  });

  describe('a body that belongs to a request', () => {
    it.each([...both(requestsWithBodies), ['that is waited for', expecting]])(
      '(%s) never reaches the server as a request',
      async (_what, bytes) => {
        const received = record();
        const text = await answerTo(proxy().url, bytes + last);
        expectNothingSmuggled([...received], text);
        await expectNextServed();
        expect(received.map(({ url }) => url)).not.toContain(hiddenPath);
      },
    );
  });

  describe('a request of HTTP/2', () => {
    it.each(ambiguousHttp2Requests)('(%s) hides no other', async (_what, headers) => {
      const received = record();
      await sendHttp2(proxy().url, headers, hidden);
      const { url } = await expectNextServed();
      expect(received.filter((each) => isHidden(each) && each.url !== url)).toEqual([]);
    });
  });

  describe('the next caller is served at once', () => {
    const expectPostServed = async () => {
      const { status } = await makeClient(proxy().url).session.login({ account: 'a', keyId: 'b', password: 'c' });
      expect(status).toBe(400);
    };

    it('after a body that is malformed, which does not count as a failure of the server', async () => {
      await answerTo(proxy().url, `${postTo(login)}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n`);
      await expectPostServed();
    });

    it('after a body that breaks off, which does not count as a failure of the server', async () => {
      const received = record();
      const socket = await openSocket(proxy().url);
      socket.write(`${postTo('/api/files/broken')}Content-Length: 4000\r\n\r\n{}`);
      const broken = await until(async () => received.find(({ url }) => url === '/api/files/broken'));
      socket.destroy();
      await until(async () => broken.ended());
      await expectPostServed();
    });
  });

  it.each(ambiguousTargets)('a request line %s reaches no call and no metrics', async (_what, bytes) => {
    const text = await answerTo(proxy().url, bytes, { answers: 1, from: outsideAddress });
    expect(text).not.toMatch(/"publicKey"|nodejs_|"code":200/);
  });

  it.each([
    '/metrics',
    '/metrics?',
    '/metrics/',
    '//metrics',
    '/./metrics',
    '/x/../metrics',
    '/x/%2e%2e/metrics',
    '/%6detrics',
    '/%6Detrics%3f',
    '/metrics%23',
    '/metrics%2f',
    '/metrics%00',
    '/metrics;x',
    '/METRICS',
    '/metrics\\',
    '/x\\..\\metrics',
    `http://${host}/metrics`,
    `https://${host}/metrics`,
    '*/metrics',
    'metrics',
  ])('the metrics are not public at %s', async (target) => {
    const claim = 'X-Forwarded-For: 127.0.0.1\r\n';
    const bytes = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${claim}Connection: close\r\n\r\n`;
    const text = await answerTo(proxy().url, bytes, { from: outsideAddress });
    expect(text).not.toContain('nodejs_');
    expect([[400], [403], [404]]).toContainEqual(statusesIn(text));
  });

  it('the metrics are served to the machine itself', async () => {
    expect(await (await fetch(`${proxy().url}/metrics`)).text()).toContain('nodejs_');
  });

  it.each([
    ['one entry', 'X-Forwarded-For: 198.51.100.1\r\n'],
    ['several entries', 'X-Forwarded-For: 198.51.100.1\r\nX-Forwarded-For: 198.51.100.2, 198.51.100.3\r\n'],
    [
      'a header that the proxy should take off',
      'X-Forwarded-For: 198.51.100.1\r\nConnection: close, X-Forwarded-For\r\n',
    ],
    ['other headers', 'Forwarded: for=198.51.100.1\r\nX-Real-IP: 198.51.100.2\r\nX_Forwarded_For: 198.51.100.3\r\n'],
  ])('a forged address of a caller (%s) is ignored', async (_what, claims) => {
    const account = randomUUID();
    const cipher = JSON.stringify({ account, ...(await server().client.encrypt('wrong')) });
    const bytes = `${postTo(login)}${claims}Content-Length: ${Buffer.byteLength(cipher)}\r\n\r\n${cipher}`;
    await answerTo(proxy().url, bytes, { answers: 1, from: outsideAddress });
    const { rows } = await server().pool.query('SELECT address FROM login_attempts WHERE account = $1', [account]);
    expect(rows).toEqual([{ address: outsideAddress }]);
  });
});
