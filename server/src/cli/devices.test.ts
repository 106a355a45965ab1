import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useCli } from '../testing/cli.ts';
import { makeWorld } from '../testing/world.ts';

const cli = useCli();
const world = () => makeWorld(cli.pool());
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-devices-'));
});
afterAll(() => rm(folder, { recursive: true }));

const breakDown = (deviceId: string) =>
  cli.pool().query(`UPDATE devices SET fault_code = 'E7', fault_since = now() WHERE id = $1`, [deviceId]);

describe('device list', () => {
  /** An outlet with a chair in each state, by name, and a chair elsewhere. */
  async function scene() {
    const outlet = await world().outlet();
    const chair = async (name: string, online: boolean) => (await world().device(outlet, { name, online })).deviceId;
    await chair('well', true);
    await chair('away', false);
    await breakDown(await chair('broken', true));
    await breakDown(await chair('broken and away', false));
    await cli.run('device', 'retire', await chair('retired', false));
    await world().device(await world().outlet());
    return outlet;
  }

  it.each([
    [[], ['away', 'broken', 'broken and away', 'well']],
    [['--offline'], ['away', 'broken and away']],
    [['--fault'], ['broken', 'broken and away']],
    [
      ['--offline', '--fault'],
      ['away', 'broken', 'broken and away'],
    ],
    [['--retired'], ['away', 'broken', 'broken and away', 'retired', 'well']],
  ])('of an outlet with %j has the matching chairs', async (words, expected) => {
    const { outletId } = await scene();
    const chairs = await cli.json<{ name: string }[]>('device', 'list', '--outlet', outletId, ...words);
    expect(chairs.map(({ name }) => name).sort()).toEqual(expected);
  });

  it('has firmware, offline since and the income of 28 days, and filters by them', async () => {
    const outlet = await world().outlet();
    const [busy, slow] = [await world().device(outlet), await world().device(outlet, { online: false })];
    await cli.pool().query(`UPDATE devices SET firmware = '2.4.1' WHERE id = $1`, [busy.deviceId]);
    await world().order(busy.deviceId, { amount: 1500 });
    const list = (...words: string[]) =>
      cli.json<{ deviceId: string; firmware: string; income28Days: object[] }[]>(
        ...['device', 'list', '--outlet', outlet.outletId, ...words],
      );
    expect(await list('--firmware', '2.4.1')).toMatchObject([
      { deviceId: busy.deviceId, firmware: '2.4.1', income28Days: [{ currency: 'CNY', net: 1500 }] },
    ]);
    expect(await list('--income-below', '15')).toMatchObject([{ deviceId: slow.deviceId, income28Days: [] }]);
    expect((await cli.run('device', 'list', '--outlet', outlet.outletId)).stdout).toMatch(/¥15\.00/);
  });

  it('says when there is no chair, and refuses an outlet that does not exist', async () => {
    const { outletId } = await world().outlet();
    const list = (...words: string[]) => cli.run('device', 'list', ...words);
    expect((await list('--outlet', outletId)).stdout).toMatch(/^No chairs yet\./);
    expect((await list('--outlet', outletId, '--fault')).stdout).toBe('No chair matches.\n');
    expect((await list('--outlet', '98765')).code).toBe(3);
  });
});

describe('many chairs', () => {
  it('move and retire together, or not at all', async () => {
    const [from, to] = [await world().outlet(), await world().outlet()];
    const ids = await Promise.all([1, 2, 3].map(async () => (await world().device(from)).deviceId));
    const outletsOf = async () =>
      (await cli.json<{ deviceId: string }[]>('device', 'list', '--outlet', to.outletId)).map((row) => row.deviceId);
    expect((await cli.run('device', 'move', [...ids, 'NONE'].join(','), '--outlet', to.outletId)).code).toBe(3);
    expect(await outletsOf()).toEqual([]);
    const moved = await cli.run('device', 'move', ids.join(','), '--outlet', to.outletId);
    expect(moved.stdout.trim().split('\n')).toHaveLength(3);
    expect(await outletsOf()).toEqual(ids.toSorted());
    expect((await cli.run('device', 'retire', ids.slice(0, 2).join(','))).code).toBe(0);
    expect(await outletsOf()).toEqual(ids.slice(2));
  });

  it('ask before they move to an outlet of another currency', async () => {
    const [from, to] = [await world().outlet({ currency: 'CNY' }), await world().outlet({ currency: 'RM' })];
    const [one, two] = [(await world().device(from)).deviceId, (await world().device(from)).deviceId];
    const move = (...more: string[]) => cli.run('device', 'move', `${one},${two}`, '--outlet', to.outletId, ...more);
    const question = `set the coin meter of ${one} (CNY), ${two} (CNY) to RM.`;
    expect(await move()).toMatchObject({ code: 2, stderr: expect.stringContaining(question) });
    expect((await move('--yes')).code).toBe(0);
  });
});

describe('device show', () => {
  it('has the newest entries of the history, as many as --limit says', async () => {
    const { deviceId } = await world().device(await world().outlet());
    for (const name of ['One', 'Two', 'Three']) await cli.run('device', 'rename', deviceId, '--name', name);
    const show = (...words: string[]) =>
      cli.json<{ name: string; history: { details: unknown }[] }>('device', 'show', deviceId, ...words);
    expect(await show()).toMatchObject({ name: 'Three', history: { length: 3 } });
    const { history } = await show('--limit', '1');
    expect(history).toHaveLength(1);
    expect(JSON.stringify(history)).toContain('Three');
  });
});

describe("Mosquitto's password file", () => {
  it('follows a chair from registration to retirement', async () => {
    const { outletId } = await world().outlet();
    const passwords = join(folder, 'passwords');
    const run = async (...words: string[]) => {
      const { code, stderr } = await cli.run('device', ...words, '--mosquitto', passwords);
      expect([code, stderr]).toEqual([0, '']);
      return readFile(passwords, 'utf8');
    };
    const stored = async () => {
      const { rows } = await cli.pool().query(`SELECT broker_hash FROM devices WHERE id = 'LIFE1'`);
      return `LIFE1:${String(rows[0]?.broker_hash)}\n`;
    };
    const added = await run('add', '--id', 'LIFE1', '--outlet', outletId);
    expect(added).toBe(await stored());
    expect(await run('retire', 'LIFE1')).toBe('');
    expect(await run('restore', 'LIFE1')).toBe(added);
    const rotated = await run('rotate-secret', 'LIFE1', '--yes');
    expect(rotated).toBe(await stored());
    const replaced = await run('replace', 'LIFE1', '--yes');
    expect(replaced).toBe(await stored());
    expect(new Set([added, rotated, replaced]).size).toBe(3);
  });
});
