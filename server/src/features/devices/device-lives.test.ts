import { Chair } from '@recline/simulator/chair';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { deviceOf, until, useChairs } from '../../testing/chairs.ts';
import { runCli } from '../../testing/cli.ts';
import { useServer } from '../../testing/server.ts';
import { isOfThisBoard } from './presence/presence.rules.ts';

const server = useServer();
const connectChair = useChairs(server);
const boards: Chair[] = [];
afterAll(() => Promise.all(boards.map((board) => board.powerOff())));

const run = (...words: string[]) => runCli(words, { DATABASE_URL: server().databaseUrl });
async function json<T>(...words: string[]): Promise<T> {
  const { code, stdout, stderr } = await run(...words, '--json');
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}
const row = async (deviceId: string) =>
  (await server().pool.query('SELECT * FROM devices WHERE id = $1', [deviceId])).rows[0] as Record<string, unknown>;

/** A board that has never been switched on. */
function newBoard(credentials: { deviceId: string; secret: string }): Chair {
  const board = new Chair({ brokerUrl: server().mqttUrl, replayWait: 200, ...credentials });
  boards.push(board);
  return board;
}

const coin = { coins: 1, amount: 100, currency: 'CNY', minutes: 1, gear: 'standard' } as const;

describe('a replaced board', () => {
  it('starts afresh: its smaller boot counts, and the old fault and coin difference are gone', async () => {
    const old = await connectChair(await server().world.outlet());
    const { deviceId } = old;
    for (let boots = 0; boots < 3; boots += 1) {
      await old.powerOff();
      await old.powerOn();
    }
    old.breakDown('E7');
    await until(async () => (await deviceOf(server(), deviceId))?.fault_code === 'E7');
    await server().pool.query('UPDATE devices SET total_coins = 900, coin_difference = 5 WHERE id = $1', [deviceId]);
    await old.powerOff();

    const credentials = await json<{ deviceId: string; secret: string }>('device', 'replace', deviceId, '--yes');
    expect(await row(deviceId)).toMatchObject({ fault_code: null, total_coins: 0, coin_difference: 0, boot_id: null });
    const board = newBoard(credentials);
    await board.powerOn();
    await until(async () => (await deviceOf(server(), deviceId))?.online === true);
    await until(async () => (await row(deviceId)).boot_id === '1');
    board.insertCoin({ ...coin });
    await until(async () => (await row(deviceId)).total_coins === 1);
    expect(await row(deviceId)).toMatchObject({ fault_code: null, coin_difference: 0 });
    await expect(old.connect()).rejects.toThrow('Connection refused');
    const { history } = await json<{ history: { what: string }[] }>('device', 'show', deviceId);
    const told = history.map(({ what }) => what);
    expect(told).toEqual(expect.arrayContaining(['device replace', 'chair says fault', 'chair says coin']));
  });

  it('with a used coin meter has no difference', async () => {
    const chair = await connectChair(await server().world.outlet());
    await chair.powerOff();
    const words = ['device', 'replace', chair.deviceId, '--total-coins', '500', '--yes'];
    const board = newBoard(await json<{ deviceId: string; secret: string }>(...words));
    board.memory.totalCoins = 500;
    await board.powerOn();
    board.insertCoin({ ...coin });
    await until(async () => (await row(chair.deviceId)).total_coins === 501);
    expect((await row(chair.deviceId)).coin_difference).toBe(0);
  });

  it('is not mistaken for the old one because of earlier or retained messages', () => {
    const instant = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true });
    fc.assert(
      fc.property(instant, instant, fc.boolean(), fc.option(fc.string()), (at, replacedAt, retained, bootId) => {
        const isCurrent = isOfThisBoard({ at, retained }, { replacedAt, bootId });
        expect(isCurrent).toBe(at >= replacedAt && (!retained || bootId !== null));
        expect(isOfThisBoard({ at, retained }, { replacedAt: null, bootId })).toBe(true);
      }),
    );
  });
});

describe('a retired chair', () => {
  it('comes back by restore, with the secret that it had', async () => {
    const chair = await connectChair(await server().world.outlet());
    expect((await run('device', 'retire', chair.deviceId)).code).toBe(0);
    await until(async () => !chair.connected);
    await expect(chair.connect()).rejects.toThrow('Connection refused');
    expect((await run('device', 'restore', chair.deviceId)).code).toBe(0);
    await chair.connect();
    await until(async () => (await deviceOf(server(), chair.deviceId))?.online === true);
    expect((await run('device', 'restore', chair.deviceId)).code).toBe(4);
  });

  it('frees its number for another, which starts afresh at its own outlet', async () => {
    const { world } = server();
    const [first, second] = [await world.outlet(), await world.outlet()];
    const chair = await connectChair(first);
    const { deviceId } = chair;
    chair.breakDown('E7');
    await until(async () => (await deviceOf(server(), deviceId))?.fault_code === 'E7');
    const order = await world.order(deviceId);
    expect((await run('device', 'add', '--id', deviceId, '--outlet', second.outletId)).code).toBe(4);
    await chair.powerOff();
    await run('device', 'retire', deviceId);
    const credentials = await json<{ deviceId: string; secret: string }>(
      ...['device', 'add', '--id', deviceId, '--outlet', second.outletId],
    );
    expect(await row(deviceId)).toMatchObject({ outlet_id: second.id, fault_code: null, boot_id: null });
    await newBoard(credentials).powerOn();
    await until(async () => (await row(deviceId)).boot_id === '1');
    const { outletId } = await json<{ outletId: string }>('order', 'show', order.orderId);
    expect(outletId).toBe(first.outletId);
    const counts = await server().pool.query('SELECT id, devices FROM outlets WHERE id = ANY($1) ORDER BY id', [
      [first.id, second.id],
    ]);
    expect(counts.rows.map(({ devices }) => devices)).toEqual([0, 1]);
  });

  it('gets no label', async () => {
    const { deviceId } = await server().world.device(await server().world.outlet());
    await run('device', 'retire', deviceId);
    const env = { DATABASE_URL: server().databaseUrl, PUBLIC_URL: 'https://chairs.example.com' };
    expect((await runCli(['device', 'labels', '--device', deviceId], env)).code).toBe(4);
  });
});
