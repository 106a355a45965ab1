import { basePath } from '@recline/contract/call';
import { describe, expect, it } from 'vitest';
import { useServer } from '../testing/server.ts';
import { connectBare } from './bare-chair.ts';

/** Log injection: client input must not forge log lines or send escape sequences to a terminal. */

const server = useServer({ LOG_LEVEL: 'trace' });
const forged = '\r\n{"level":30,"msg":"forged"}\n\u001b[2J\u001b]0;owned\u0007\u009b31m';

/** Visible text only, save for the line break at the end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const oneLine = /^[^\u0000-\u001f\u007f-\u009f]*\n$/;

describe('a line of the log', () => {
  it('stays one line of plain text, whatever is sent', async () => {
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
