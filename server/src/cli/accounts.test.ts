import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deviceOf, until, useChairs } from '../testing/chairs.ts';
import { runCli } from '../testing/cli.ts';
import { useServer } from '../testing/server.ts';
import { sampleOf, samples } from '../testing/uploads.ts';

const server = useServer();
const connectChair = useChairs(server);
const run = (...words: string[]) => runCli(words, { DATABASE_URL: server().databaseUrl });
const json = async <T>(...words: string[]): Promise<T> => {
  const { code, stdout, stderr } = await run(...words, '--json');
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T;
};

describe('a manager, while the server runs', () => {
  it('is added with a password that is shown once, logs in and sees its outlets', async () => {
    const { client, world } = server();
    const { outletId, name } = await world.outlet();
    const words = ['manager', 'add', '--account', 'Lin', '--name', '林晓', '--outlets', outletId];
    const { password } = await json<{ password: string }>(...words);
    const { data } = await client.logIn('lin', password);
    const info = await client.session.info({}, { token: data.accessToken });
    expect(info.data).toMatchObject({
      name: '林晓',
      permissions: ['home', 'details', 'user'],
      outlets: [{ outletId, name }],
    });
    expect((await run('audit', 'list', '--json')).stdout).not.toContain(password);
    expect(await run(...words)).toMatchObject({ code: 4, stderr: 'There is an account lin already.\n' });
  });

  it('takes a password from standard input, unless it is too short, or too long to be sent at login', async () => {
    const { client, world, databaseUrl } = server();
    const { outletId } = await world.outlet();
    const add = (stdin: string) =>
      runCli(
        ['manager', 'add', '--account', 'mei', '--name', 'Mei', '--outlets', outletId, '--password-stdin'],
        { DATABASE_URL: databaseUrl },
        stdin,
      );
    expect(await add('eleven11111\n')).toMatchObject({ code: 4 });
    expect(await add(`${'椅'.repeat(64)}\n`)).toMatchObject({
      code: 4,
      stderr: 'A password has at most 190 bytes in UTF-8.\n',
    });
    const added = await add('a good password\n');
    expect(added).toMatchObject({ code: 0, stdout: 'Manager mei (Mei) can log in.\n' });
    expect((await client.logIn('mei', 'a good password')).code).toBe(200);
  });

  it('is limited to its outlets and permissions', async () => {
    const { client, world } = server();
    const [one, two] = [await world.outlet(), await world.outlet()];
    const { account, token } = await world.manager([one]);
    await run('manager', 'outlets', account, '--add', two.outletId, '--remove', one.outletId);
    await run('manager', 'permissions', account, '--set', 'home');
    const { permissions, outlets } = await until(async () => {
      const { data } = await client.session.info({}, { token });
      return data.permissions.length === 1 && data;
    });
    expect(permissions).toEqual(['home']);
    expect(outlets).toMatchObject([{ outletId: two.outletId }]);
    expect(await run('manager', 'outlets', account, '--set', '98765')).toMatchObject({ code: 3 });
  });

  it('is logged out by a new password and locked out by disable, until enabled', async () => {
    const { client, world } = server();
    const { account, token } = await world.manager([await world.outlet()]);
    // The server learns of each change a moment later.
    const ended = (of: string) => until(async () => (await client.session.info({}, { token: of })).code === 401);
    const { password } = await json<{ password: string }>('manager', 'reset-password', account);
    await ended(token);
    const fresh = (await client.logIn(account, password)).data.accessToken;
    await run('manager', 'disable', account);
    await ended(fresh);
    expect((await client.logIn(account, password)).code).toBe(20101);
    await run('manager', 'enable', account);
    expect((await client.logIn(account, password)).code).toBe(200);
  });
});

describe('a chair, while it is connected', () => {
  it.each(['rotate-secret', 'retire'])('is disconnected by %s, and its old secret is refused', async (verb) => {
    const chair = await connectChair(await server().world.outlet());
    const yes = verb === 'retire' ? [] : ['--yes'];
    expect((await run('device', verb, chair.deviceId, ...yes)).code).toBe(0);
    await until(async () => !chair.connected);
    await until(async () => (await deviceOf(server(), chair.deviceId))?.online === false);
    await expect(chair.connect()).rejects.toThrow('Connection refused');
  });
});

describe('a member', () => {
  it('may start only the chairs of its outlet, until it is bound elsewhere or to none', async () => {
    const { client, world, smsCodes } = server();
    const [home, away] = [await world.outlet(), await world.outlet()];
    const { deviceId } = await world.device(away, { online: true });
    const mobile = '+8613800008888';
    await run('member', 'add', '--mobile', mobile, '--name', '王芳', '--outlet', home.outletId);
    await client.session.smsCode({ mobile });
    const login = await client.session.smsLogin({ mobile, code: smsCodes.get(mobile)?.at(-1) ?? '' });
    const status = () => client.starting.deviceStatus({ deviceId }, { token: login.data.accessToken });
    // The server learns of each change a moment later.
    const becomes = (code: number) => until(async () => (await status()).code === code);
    expect((await status()).code).toBe(20204);
    await run('member', 'bind', mobile, '--outlet', away.outletId);
    await becomes(200);
    await run('member', 'bind', mobile, '--outlet', home.outletId);
    await becomes(20204);
    await run('member', 'unbind', mobile);
    await becomes(200);
    await run('member', 'disable', mobile);
    await becomes(401);
    const { rows } = await server().pool.query(
      `SELECT action, before->>'outletId' AS before, after->>'outletId' AS after FROM audit_log
       WHERE target = $1 ORDER BY id`,
      [`account ${mobile}`],
    );
    expect(rows).toEqual([
      { action: 'member add', before: null, after: home.outletId },
      { action: 'member bind', before: home.outletId, after: away.outletId },
      { action: 'member bind', before: away.outletId, after: home.outletId },
      { action: 'member unbind', before: home.outletId, after: null },
      { action: 'member disable', before: null, after: null },
    ]);
  });

  it('is added once, whatever the outlet', async () => {
    const { world } = server();
    const mobile = '+8613800008889';
    const add = async () =>
      run('member', 'add', '--mobile', mobile, '--name', '李雷', '--outlet', (await world.outlet()).outletId);
    expect(await add()).toMatchObject({ code: 0 });
    expect(await add()).toMatchObject({ code: 4, stderr: expect.stringContaining(mobile) });
  });
});

describe('a coupon', () => {
  it('is issued, looked up and voided, once', async () => {
    const { numbers } = await json<{ numbers: string[] }>('coupon', 'issue', '--property', 'free', '--count', '3');
    expect(new Set(numbers).size).toBe(3);
    const [no = ''] = numbers;
    expect(await json('coupon', 'show', no)).toMatchObject({ couponNo: no, property: 'free', voidedAt: null });
    expect((await run('coupon', 'void', no, '--yes')).code).toBe(0);
    expect(await run('coupon', 'void', no, '--yes')).toMatchObject({
      code: 4,
      stderr: `Coupon ${no} is void already.\n`,
    });
    expect(await run('coupon', 'show', '00000')).toMatchObject({ code: 3 });
  });

  it.each([
    [['--property', 'discount'], '--percent-off goes with discount.'],
    [['--property', 'free', '--percent-off', '5'], '--percent-off goes with discount.'],
    [['--property', 'amount_off', '--amount-off', '5'], '--amount-off and --currency go with amount_off.'],
    [['--property', 'free', '--amount-off', '5'], '--amount-off and --currency go with amount_off.'],
    [['--property', 'free', '--expires', '2020-01-01T00:00:00Z'], '--expires must be in the future.'],
  ])('%j is refused: %s', async (words, message) => {
    expect(await run('coupon', 'issue', ...words)).toMatchObject({ code: 2, stderr: `${message}\n` });
  });
});

describe('an advert', () => {
  it('is shown at its outlet until it is removed', async () => {
    const { client, world } = server();
    const outlet = await world.outlet();
    const { deviceId } = await world.device(outlet, { online: true });
    const { token } = await world.consumer();
    const words = ['--title', 'Tea', '--image', '/adverts/tea.webp', '--outlet', outlet.outletId];
    const { advertId } = await json<{ advertId: string }>('advert', 'add', ...words);
    const shown = async () =>
      (await client.starting.adverts({ deviceId }, { token })).data.rows.map((row) => row.title);
    expect(await shown()).toEqual(['Tea']);
    await run('advert', 'remove', advertId);
    expect(await shown()).toEqual([]);
  });

  it('has its picture served from our own host, byte for byte, until it is removed', async () => {
    const { client, world, url, dataDir } = server();
    const { deviceId } = await world.device(await world.outlet(), { online: true });
    const file = join(dataDir, 'tea.png');
    await writeFile(file, samples['image/png']);
    const { advertId } = await json<{ advertId: string }>('advert', 'add', '--title', 'Tea', '--file', file);
    const { data } = await client.starting.adverts({ deviceId }, await world.consumer());
    const address = data.rows.find((row) => row.advertId === advertId)?.imageUrl ?? '';
    expect(address).toMatch(/^\/api\/files\/adverts\/[\w-]{22}\.png$/);
    const picture = await fetch(url + address);
    expect(Buffer.from(await picture.arrayBuffer()).equals(samples['image/png'])).toBe(true);
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    await run('advert', 'remove', advertId);
    expect((await fetch(url + address)).status).toBe(404);
  });

  it('on another host is refused when it is entered, with the reason', async () => {
    const { code, stderr } = await run(
      'advert',
      'add',
      '--title',
      'Tea',
      '--image',
      'https://cdn.example.com/tea.webp',
    );
    expect(code).toBe(2);
    expect(stderr).toContain('is on another host');
    expect(stderr).toContain('--file');
    const own = ['advert', 'add', '--title', 'Tea', '--image', 'https://recline.example/tea.webp'];
    const env = { DATABASE_URL: server().databaseUrl, PUBLIC_URL: 'https://recline.example' };
    expect((await runCli(own, env)).code).toBe(0);
  });

  it.each([
    ['a page', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a video', sampleOf('video/mp4', 5000)],
    ['a picture of more than 2 MiB', sampleOf('image/jpeg', 2 * 1024 * 1024 + 1)],
  ])('is refused with %s for a picture', async (_what, content) => {
    const file = join(server().dataDir, 'refused');
    await writeFile(file, content);
    const { code, stderr } = await run('advert', 'add', '--title', 'Tea', '--file', file);
    expect([code, stderr]).toEqual([2, '--file must be a JPEG, PNG, WebP or GIF of at most 2 MiB.\n']);
  });

  it('needs exactly one picture', async () => {
    expect((await run('advert', 'add', '--title', 'Tea')).code).toBe(2);
    expect((await run('advert', 'add', '--title', 'Tea', '--file', 'x', '--image', '/x')).code).toBe(2);
    expect((await run('advert', 'add', '--title', 'Tea', '--file', '/nowhere')).code).toBe(2);
  });
});

describe('an order', () => {
  it('is shown with its history and refunded once', async () => {
    const { world, pool } = server();
    const { deviceId } = await world.device(await world.outlet());
    const { orderId } = await world.order(deviceId, { amount: 1500 });
    await pool.query(
      `INSERT INTO ledger (order_id, kind, provider, amount, currency, provider_ref, at)
       VALUES ($1, 'paid', 'sandbox', 1500, 'CNY', $2, now())`,
      [orderId, `test-${orderId}`],
    );
    const first = await run('order', 'refund', orderId, '--reason', 'broken', '--actor', 'mei', '--yes');
    expect(first).toMatchObject({
      code: 0,
      stdout: `¥15.00 of order ${orderId} goes back. The server sends it: \`recline order show ${orderId}\` shows when it is done.\n`,
    });
    expect((await run('order', 'refund', orderId, '--reason', 'again', '--yes')).stdout).toBe(
      `Nothing is left to refund of order ${orderId}.\n`,
    );
    const { status, history } = await json<{ status: string; history: { what: string }[] }>('order', 'show', orderId);
    expect(status).toBe('refunded');
    const told = history.map(({ what }) => what);
    expect(told).toEqual(expect.arrayContaining(['order placed', 'paid', 'refund requested', 'order refund']));
    expect(told.filter((what) => what === 'refund requested')).toHaveLength(1);
    expect((await run('status', '--json')).stdout).toContain('"refundsDue"');
  });

  it('is shown and refunded by the number that a guest reads out; a wrong one names no order', async () => {
    const { world } = server();
    const { deviceId } = await world.device(await world.outlet());
    const { orderId } = await world.order(deviceId, { amount: 1500 });
    const [listed] = await json<{ orderNo: string }[]>('order', 'list', '--device', deviceId);
    const number = listed?.orderNo ?? '';
    expect(await json('order', 'show', number)).toMatchObject({ deviceId, amount: 1500 });
    expect((await run('order', 'refund', number, '--reason', 'broken', '--yes')).stdout).toBe(
      `¥15.00 of order ${orderId} goes back. The server sends it: \`recline order show ${orderId}\` shows when it is done.\n`,
    );
    const ofAnotherDay = `010101${number.slice(6)}`;
    expect((await run('order', 'show', ofAnotherDay)).code).toBe(3);
  });

  it("a manager's refund is in the audit log with the manager's login, once", async () => {
    const { client, world } = server();
    const outlet = await world.outlet();
    const manager = await world.manager([outlet]);
    const { orderId } = await world.order((await world.device(outlet)).deviceId, { amount: 1500 });
    for (let turn = 0; turn < 2; turn += 1) await client.orders.refund({ orderId, reason: 'squeaks' }, manager);
    const entries = await json<object[]>('audit', 'list', '--target', `order ${orderId}`);
    expect(entries).toMatchObject([
      { actor: manager.account, action: 'order refund', after: { refundedAmount: 1500, reason: 'squeaks' } },
    ]);
    const { stdout } = await run('audit', 'list', '--target', `order ${orderId}`);
    expect(stdout).toContain('refunded amount: ¥0.00 → ¥15.00; reason: none → squeaks\n');
  });

  it('that failed is not refunded; a running one is, and its chair is stopped', async () => {
    const { world, pool } = server();
    const { deviceId } = await world.device(await world.outlet());
    const running = await world.order(deviceId, { status: 'running' });
    const failed = await world.order(deviceId, { status: 'failed' });
    expect((await run('order', 'refund', failed.orderId, '--reason', 'x', '--yes')).code).toBe(4);
    expect((await run('order', 'refund', running.orderId, '--reason', 'x', '--yes')).code).toBe(0);
    const { rows } = await pool.query('SELECT type FROM commands WHERE order_id = $1', [running.id]);
    expect(rows).toEqual([{ type: 'stop' }]);
  });

  it("is listed when a chair's message about it could not be handled, and the message is replayed once", async () => {
    const { world, pool } = server();
    const { deviceId } = await world.device(await world.outlet());
    const order = await world.order(deviceId, { status: 'starting' });
    const event = { eventId: 'e-1', bootId: 1, seq: 1, type: 'started', at: new Date().toISOString(), gear: 'deep' };
    await pool.query(
      `INSERT INTO dead_letters (device_id, kind, payload, error, received_at, failed_at)
       VALUES ($1, 'evt', $2, 'TypeError: a defect', now(), now())`,
      [deviceId, { ...event, orderId: order.orderId, minutes: 10 }],
    );
    const [letter] = await json<{ id: number }[]>('event', 'list');
    expect((await run('event', 'list')).stdout).toContain('TypeError: a defect');
    expect((await run('event', 'replay', String(letter?.id))).code).toBe(0);
    const { status } = await json<{ status: string }>('order', 'show', order.orderId);
    expect(status).toBe('running');
    expect((await run('event', 'list')).stdout).toContain('No message of a chair has failed.');
    expect((await run('event', 'replay', String(letter?.id))).code).toBe(3);
  });
});
