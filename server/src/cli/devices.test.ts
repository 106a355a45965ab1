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
  ])('of an outlet with %j has the chairs that are meant', async (words, expected) => {
    const { outletId } = await scene();
    const chairs = await cli.json<{ name: string }[]>('device', 'list', '--outlet', outletId, ...words);
    expect(chairs.map(({ name }) => name).sort()).toEqual(expected);
  });

  it('says that there is none, and refuses an outlet that does not exist', async () => {
    const { outletId } = await world().outlet();
    const list = (...words: string[]) => cli.run('device', 'list', ...words);
    expect((await list('--outlet', outletId)).stdout).toMatch(/^No chairs yet\./);
    expect((await list('--outlet', outletId, '--fault')).stdout).toBe('No such chair.\n');
    expect((await list('--outlet', '98765')).code).toBe(3);
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
  it('follows a chair through its life', async () => {
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
