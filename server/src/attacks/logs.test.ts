import { basePath } from '@recline/contract/call';
import { describe, expect, it } from 'vitest';
import { until } from '../testing/chairs.ts';
import { runCli } from '../testing/cli.ts';
import { useServer } from '../testing/server.ts';
import { connectBare } from './bare-chair.ts';

/** Log injection: client input must not forge log lines or send escape sequences to a terminal. */

const server = useServer({ LOG_LEVEL: 'trace' });
const forged = '\r\n{"level":30,"msg":"forged"}\n\u001b[2J\u001b]0;owned\u0007\u009b31m\u2028\u2029\u202e';

/** Only visible text and the line break at the end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const oneLine = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]*\n$/;

describe('a line of the log', () => {
  it('stays one line of plain text, whatever the input', async () => {
    const { client, world, url, mqttUrl, logged } = server();
    const { token } = await world.consumer();
    await client.logIn(forged, forged);
    await client.raw('GET', `/${encodeURIComponent(forged)}`, { deviceId: forged }, { token });
    await client.raw('POST', '/data-centre/activate', { deviceId: forged, priceId: forged }, { token, json: true });
    await fetch(`${url}${basePath}/login/info`, {
      headers: { 'user-agent': '\u009b31m', 'access-token': '\u009b31m' },
    });
    await fetch(`${url}/api/payments/notice/sandbox`, { method: 'POST', body: forged });
    await connectBare(mqttUrl, { deviceId: forged, secret: forged }).catch(() => {});
    const chair = await world.device(await world.outlet());
    const rogue = await connectBare(mqttUrl, chair);
    rogue.publish(`chair/v1/${chair.deviceId}/evt`, forged);
    const closed = new Promise<void>((resolve) => rogue.once('close', () => resolve()));
    rogue.publish(`chair/v1/${forged}/evt`, forged);
    await closed;
    await rogue.endAsync(true);
    expect(logged.some((line) => line.includes('refused a chair'))).toBe(true);
    for (const line of logged) {
      expect(line).toMatch(oneLine);
      expect((JSON.parse(line) as { msg?: string }).msg).not.toBe('forged');
    }
  });
});

describe('logging during a flood', () => {
  it('is a short line for a long address', async () => {
    const { url, logged } = server();
    const path = `/api/${'long'.repeat(3_000)}`;
    await fetch(`${url}${path}`);
    const isOfIt = (line: string) => line.includes(path.slice(0, 100));
    await until(async () => logged.some(isOfIt)); // written after the answer
    for (const line of logged.filter(isOfIt)) expect(line.length).toBeLessThan(1_000);
  });

  it('by a chair that names another one takes a few lines; each message is counted, and the chair is disconnected', async () => {
    const { world, url, mqttUrl, logged } = server();
    const chair = await world.device(await world.outlet());
    const rogue = await connectBare(mqttUrl, chair);
    const closed = new Promise<void>((resolve) => rogue.once('close', () => resolve()));
    const beat = JSON.stringify({ at: new Date().toISOString(), deviceId: 'ANOTHER' });
    for (let turn = 0; turn < 200; turn += 1) rogue.publish(`chair/v1/${chair.deviceId}/hb`, beat);
    await closed;
    await rogue.endAsync(true);
    const warnings = logged.filter((line) => line.startsWith('{"level":40,') && line.includes(chair.deviceId));
    expect(warnings.filter((line) => line.includes('wrong chair'))).toHaveLength(3);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const count = /^recline_chair_messages_total\{topic="hb",outcome="refused"\} (\d+)/m.exec(metrics)?.[1];
    expect(Number(count)).toBeGreaterThan(3);
  });
});

describe("the operator's program", () => {
  it('shows texts of chairs and guests as plain text, each value on one line', async () => {
    const { world, pool, databaseUrl, dataDir } = server();
    const outlet = await world.outlet();
    const { deviceId } = await world.device(outlet, { name: forged });
    await pool.query('UPDATE devices SET fault_code = $2, firmware = $2 WHERE id = $1', [deviceId, forged]);
    await pool.query(
      `INSERT INTO audit_log (actor, action, target, before, after) VALUES ($1, 'device add', $2, NULL, $3)`,
      [forged, forged, JSON.stringify({ name: forged })],
    );
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
    const lines = async (...words: string[]) => {
      const { code, stdout, stderr } = await runCli(words, env);
      expect([words.join(' '), code, stderr]).toEqual([words.join(' '), 0, '']);
      return stdout.trimEnd().split('\n');
    };
    const shown = [
      ...(await lines('device', 'list')),
      ...(await lines('audit', 'list')),
      ...(await lines('event', 'list')),
      ...(await lines('device', 'list', '--json')),
    ];
    expect(shown.some((line) => line.includes('\\u001b[2J'))).toBe(true);
    for (const line of shown) {
      expect(`${line}\n`).toMatch(oneLine);
      expect(line).not.toMatch(/^\{"level"/);
    }
  });
});
