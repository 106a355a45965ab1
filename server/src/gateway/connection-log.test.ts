import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { makeLog } from '../platform/log.ts';
import { selfSigned } from '../testing/certificate.ts';
import { until } from '../testing/chairs.ts';
import { makeConnectionLog } from './connection-log.ts';
import { connectOutside, observeEvents } from './mqtt.ts';

function recorded() {
  const lines: { level: number; msg: string; error?: string; leftOut?: number }[] = [];
  const log = makeLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}

describe('the log of the broker connections', () => {
  it('has one line a minute for one cause, with the number of repeats, and one when it ends', () => {
    const { log, lines } = recorded();
    let now = 0;
    const connections = makeConnectionLog(log, () => new Date(now));
    for (let times = 0; times < 20; times += 1) connections.failed(new Error('self-signed certificate'));
    now += 60_000;
    connections.failed(new Error('self-signed certificate'));
    connections.connected();
    connections.connected();
    expect(lines.map(({ level, leftOut }) => [level, leftOut])).toEqual([
      [40, 0],
      [40, 19],
      [30, undefined],
    ]);
  });

  it('has a line for each cause', () => {
    const { log, lines } = recorded();
    const connections = makeConnectionLog(log);
    for (const cause of ['self-signed certificate', 'connect ECONNREFUSED', 'connect ECONNREFUSED'])
      connections.failed(new Error(cause));
    expect(lines.map(({ error }) => error)).toEqual(['self-signed certificate', 'connect ECONNREFUSED']);
  });
});

it('a certificate that is not trusted is logged once, however often both connections retry', async () => {
  const { log, lines } = recorded();
  let tries = 0;
  const server = createServer(selfSigned()).on('tlsClientError', () => {
    tries += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `mqtts://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connections = makeConnectionLog(log);
  const gateway = connectOutside(url, 'recline-test', { log, connections });
  const observer = observeEvents(url, 'recline-test-failover', connections, () => {});
  await until(async () => tries >= 6);
  await Promise.all([gateway.stop(), observer.stop()]);
  server.close();
  expect(lines).toEqual([expect.objectContaining({ error: expect.stringContaining('self-signed certificate') })]);
});
