import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../features/session/passwords.ts';
import { useCli } from '../testing/cli.ts';

const cli = useCli();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-cli-'));
});
afterAll(() => rm(folder, { recursive: true }));

const file = async (name: string, text: string | Buffer) => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};
const place = ['--address', 'Road 1', '--latitude', '3.1', '--longitude', '101.7', '--zone', 'Asia/Kuala_Lumpur'];
const newOutlet = async (name: string, currency = 'CNY') =>
  (await cli.json<{ outletId: string }>('outlet', 'add', '--name', name, '--currency', currency, ...place)).outletId;
const rows = async (sql: string, values: unknown[] = []) =>
  (await cli.pool().query<Record<string, unknown>>(sql, values)).rows;

describe('outlets', () => {
  it('are added, listed and edited, and each change is audited with its old and new values', async () => {
    const outletId = await newOutlet('Suria');
    const edited = await cli.run('outlet', 'edit', outletId, '--name', 'Suria L2', '--actor', 'mei');
    expect(edited).toMatchObject({ code: 0, stdout: `Outlet ${outletId} (Suria L2) was changed.\n` });
    expect(await cli.json('outlet', 'list')).toContainEqual(expect.objectContaining({ outletId, name: 'Suria L2' }));
    const [newest] = await cli.json<Record<string, unknown>[]>('audit', 'list', '--target', `outlet ${outletId}`);
    expect(newest).toMatchObject({
      actor: 'mei',
      action: 'outlet edit',
      before: { name: 'Suria', latitude: 3.1 },
      after: { name: 'Suria L2', latitude: 3.1 },
    });
  });

  it('keep the time zone that they are given, by its IANA name', async () => {
    const outletId = await newOutlet('Zone');
    expect(await cli.run('outlet', 'edit', outletId, '--zone', '+08:00')).toMatchObject({
      code: 2,
      stderr: '--zone must be an IANA time zone such as Asia/Shanghai.\n',
    });
    await cli.run('outlet', 'edit', outletId, '--zone', 'Asia/Manila');
    await cli.run('outlet', 'edit', outletId, '--name', 'Zone 2');
    expect(await cli.json('outlet', 'list')).toContainEqual(
      expect.objectContaining({ outletId, name: 'Zone 2', timeZone: 'Asia/Manila' }),
    );
  });

  it('that do not exist are reported, with the command that lists them', async () => {
    expect(await cli.run('outlet', 'edit', '999', '--name', 'X')).toEqual({
      code: 3,
      stdout: '',
      stderr: 'No outlet 999. `recline outlet list` shows them.\n',
    });
    const { code, stderr } = await cli.run('outlet', 'edit', '999', '--name', 'X', '--json');
    expect(code).toBe(3);
    expect(JSON.parse(stderr)).toMatchObject({ error: { ending: 'notFound' } });
  });
});

describe('a chair', () => {
  it('is registered with a secret of which only the hash is kept', async () => {
    const outlet = await newOutlet('Chairs');
    const made = await cli.json<{ deviceId: string; secret: string }>(
      'device',
      'add',
      '--id',
      'C1',
      '--outlet',
      outlet,
    );
    expect(Object.keys(made)).toEqual(['deviceId', 'secret']);
    const [row] = await rows('SELECT secret_hash FROM devices WHERE id = $1', ['C1']);
    expect(row?.secret_hash).toBe(sha256(made.secret).toString('hex'));
    const log = await rows('SELECT before, after FROM audit_log');
    expect(JSON.stringify(log)).not.toContain(made.secret);
    expect(await cli.run('device', 'add', '--id', 'C1', '--outlet', outlet)).toMatchObject({ code: 4 });
  });

  it('moves, gets a new secret and retires; a retired one cannot be changed', async () => {
    const [from, to] = [await newOutlet('From'), await newOutlet('To')];
    const { secret } = await cli.json<{ secret: string }>('device', 'add', '--id', 'C2', '--outlet', from);
    expect((await cli.run('device', 'move', 'C2', '--outlet', to)).stdout).toBe('Chair C2 moved from From to To.\n');
    const rotated = await cli.json<{ secret: string }>('device', 'rotate-secret', 'C2', '--yes');
    expect(rotated.secret).not.toBe(secret);
    expect((await cli.run('device', 'retire', 'C2')).code).toBe(0);
    expect(await cli.run('device', 'move', 'C2', '--outlet', from)).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(/^Chair C2 is retired\./),
    });
    const actions = await rows(`SELECT action FROM audit_log WHERE target = 'device C2' ORDER BY id`);
    expect(actions.map(({ action }) => action)).toEqual([
      'device add',
      'device move',
      'device rotate-secret',
      'device retire',
    ]);
  });

  it('that is busy can neither move nor retire', async () => {
    const outlet = await newOutlet('Busy');
    await cli.run('device', 'add', '--id', 'C3', '--outlet', outlet);
    await cli.pool().query(
      `INSERT INTO orders (type, status, pay_type, device_id, outlet_id, gear, minutes, list_amount, amount, currency, started_at, ends_at)
       VALUES ('coin', 'running', 'coin', 'C3', $1, 'deep', 10, 100, 100, 'CNY', now(), now() + interval '10 min')`,
      [outlet],
    );
    for (const words of [
      ['retire', 'C3'],
      ['move', 'C3', '--outlet', outlet],
    ]) {
      const { code, stderr } = await cli.run('device', ...words);
      expect([code, stderr]).toEqual([4, expect.stringMatching(/^Chair C3 is busy with order \d+\./)]);
    }
  });
});

describe('device import', () => {
  it('reads quotes, a BOM and Windows line endings, and writes the secrets to a file', async () => {
    const outlet = await newOutlet('Import');
    const csv = await file(
      'good.csv',
      `\ufeffdeviceId,name,outletId\r\nI1,"Chair ""one"", left",${outlet}\r\nI2,,${outlet}\r\n`,
    );
    const secrets = join(folder, 'secrets.csv');
    expect(await cli.run('device', 'import', csv, '--secrets', secrets)).toMatchObject({
      code: 0,
      stdout: `2 chairs registered. Their secrets are in ${secrets}.\n`,
    });
    expect((await stat(secrets)).mode & 0o777).toBe(0o600);
    const [, first] = (await readFile(secrets, 'utf8')).split('\r\n');
    const devices = await rows(`SELECT id, name, secret_hash FROM devices WHERE id IN ('I1', 'I2') ORDER BY id`);
    expect(devices.map(({ id, name }) => [id, name])).toEqual([
      ['I1', 'Chair "one", left'],
      ['I2', 'I2'],
    ]);
    expect(devices[0]?.secret_hash).toBe(sha256(first?.split(',')[1] ?? '').toString('hex'));
  });

  it('whose broker file cannot be written leaves no secrets behind, and can be repeated', async () => {
    const outlet = await newOutlet('Again');
    const csv = await file('again.csv', `deviceId,outletId\nAGAIN1,${outlet}\n`);
    const secrets = join(folder, 'again-secrets.csv');
    const words = ['device', 'import', csv, '--secrets', secrets];
    expect((await cli.run(...words, '--mosquitto', join(folder, 'nowhere/passwords'))).code).toBe(2);
    expect(await readdir(folder)).not.toContain('again-secrets.csv');
    expect((await cli.run(...words, '--mosquitto', join(folder, 'passwords'))).code).toBe(0);
    const [, line] = (await readFile(secrets, 'utf8')).split('\r\n');
    const [row] = await rows(`SELECT secret_hash, broker_hash FROM devices WHERE id = 'AGAIN1'`);
    expect(row?.secret_hash).toBe(sha256(line?.split(',')[1] ?? '').toString('hex'));
    expect(await readFile(join(folder, 'passwords'), 'utf8')).toBe(`AGAIN1:${String(row?.broker_hash)}\n`);
  });

  it('of a wrong file changes nothing and names every bad line', async () => {
    const outlet = await newOutlet('Wrong');
    await cli.run('device', 'add', '--id', 'TAKEN', '--outlet', outlet);
    const lines = [
      'deviceId,outletId,priceGroup',
      `OK1,${outlet},`,
      `has space,${outlet},`,
      `OK1,${outlet},`,
      `TAKEN,${outlet},`,
      'OK2,99999,',
      `OK3,${outlet},nowhere`,
      `OK4,${outlet}`,
      `,${outlet},`,
    ];
    const csv = await file('bad.csv', lines.join('\n'));
    const before = await rows('SELECT (SELECT count(*) FROM devices) AS d, (SELECT count(*) FROM audit_log) AS a');
    const { code, stderr } = await cli.run('device', 'import', csv);
    expect(code).toBe(4);
    expect(stderr.split('\n').slice(1, -1)).toEqual([
      '  line 3: deviceId must be 1 to 32 letters, digits, - or _',
      '  line 4: deviceId OK1 is on line 2 too',
      '  line 5: there is a chair TAKEN already',
      '  line 6: there is no outlet 99999',
      '  line 7: there is no price group nowhere',
      '  line 8: has 2 fields where the header has 3',
      '  line 9: deviceId is missing',
    ]);
    expect(await rows('SELECT (SELECT count(*) FROM devices) AS d, (SELECT count(*) FROM audit_log) AS a')).toEqual(
      before,
    );
  });

  it.each([
    ['a misspelt column', 'device,outletId\nX,1\n', /no column is called device/],
    ['no header for a column that must be', 'deviceId\nX\n', /the column outletId is missing/],
    ['bytes that are not UTF-8', Buffer.from([0x64, 0xce, 0xd2, 0x0a]), /is not UTF-8/],
    ['nothing', '', /is empty/],
  ])('refuses a file with %s', async (_title, text, message) => {
    const { code, stderr } = await cli.run('device', 'import', await file('odd.csv', text));
    expect(code).toBe(4);
    expect(stderr).toMatch(message);
  });
});

describe('prices', () => {
  it('are replaced by those of the file: an unchanged price keeps its id, a missing one is retired', async () => {
    const set = async (text: string) =>
      cli.run('price', 'set', '--group', 'mall', '--currency', 'CNY', '--file', await file('prices.csv', text));
    await set('gear,minutes,amount,recommended\ngentle,10,8.00,no\nstandard,20,15,yes\n');
    const before = await rows('SELECT id, gear FROM prices ORDER BY id');
    expect((await set('gear,minutes,amount,recommended\nstandard,20,15.00,yes\ndeep,30,20.00,\n')).code).toBe(0);
    const live = await rows('SELECT id, gear, amount FROM prices WHERE retired_at IS NULL ORDER BY id');
    expect(live.map(({ gear, amount }) => [gear, amount])).toEqual([
      ['standard', 1500],
      ['deep', 2000],
    ]);
    expect(live[0]?.id).toBe(before[1]?.id);
    expect((await set('gear,minutes,amount\nhard,20,15\ndeep,0,1.234\n')).stderr).toContain(
      'line 3: amount must be an amount',
    );
  });

  it('are assigned to outlets and chairs of the same currency only', async () => {
    const [yuan, ringgit] = [await newOutlet('Yuan'), await newOutlet('Ringgit', 'RM')];
    const prices = await file('p.csv', 'gear,minutes,amount\ndeep,30,20\n');
    await cli.run('price', 'set', '--group', 'yuan', '--currency', 'CNY', '--file', prices);
    expect((await cli.run('price', 'assign', '--group', 'yuan', '--outlet', yuan)).code).toBe(0);
    expect(await cli.run('price', 'assign', '--group', 'yuan', '--outlet', ringgit)).toMatchObject({ code: 4 });
    await cli.run('device', 'add', '--id', 'P1', '--outlet', ringgit);
    expect(await cli.run('price', 'assign', '--group', 'yuan', '--device', 'P1')).toMatchObject({ code: 4 });
    expect(await cli.run('price', 'assign', '--outlet', yuan)).toMatchObject({ code: 2 });
  });
});

describe('cash coupons', () => {
  const header = 'cashCouponNo,worth,outletId,expiresAt';
  const issue = (outlet: string, csv: string) =>
    cli.run('cash-coupon', 'issue', '--outlet', outlet, '--amount', '15', '--count', '3', '--csv', csv);
  const stored = (outlet: string) =>
    rows('SELECT no, amount, currency FROM cash_coupons WHERE outlet_id = $1 ORDER BY no', [outlet]);

  it('are issued in the currency of the outlet, with their numbers in a new file', async () => {
    const outlet = await newOutlet('Counter', 'RM');
    const csv = join(folder, 'cash.csv');
    expect((await issue(outlet, csv)).code).toBe(0);
    const [first, ...lines] = (await readFile(csv, 'utf8')).trimEnd().split('\r\n');
    expect(first).toBe(header);
    const numbers = lines.map((line) => line.split(',')[0]).sort();
    expect(await stored(outlet)).toEqual(numbers.map((no) => ({ no, amount: 1500, currency: 'RM' })));
    expect(numbers).toHaveLength(3);
    const [no = ''] = numbers;
    expect((await cli.run('cash-coupon', 'void', no, '--yes')).stdout).toBe(`Cash coupon ${no} is void.\n`);
    expect(await cli.run('cash-coupon', 'void', no, '--yes')).toMatchObject({ code: 4 });
  });

  it('are not issued where the file exists already, and leave no file where the outlet does not exist', async () => {
    const outlet = await newOutlet('No counter');
    const taken = await file('taken.csv', 'mine');
    expect(await issue(outlet, taken)).toMatchObject({ code: 2 });
    expect(await stored(outlet)).toEqual([]);
    expect(await readFile(taken, 'utf8')).toBe('mine');
    expect(await issue('98765', join(folder, 'none.csv'))).toMatchObject({ code: 3 });
    expect(await readdir(folder)).not.toContain('none.csv');
  });
});
