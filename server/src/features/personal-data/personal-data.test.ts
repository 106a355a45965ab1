import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until, useChairs } from '../../testing/chairs.ts';
import { runCli } from '../../testing/cli.ts';
import { useServer } from '../../testing/server.ts';
import { postFile, samples } from '../../testing/uploads.ts';

const server = useServer();
const connectChair = useChairs(server);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-person-'));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (...words: string[]) =>
  runCli(words, { DATABASE_URL: server().databaseUrl, DATA_DIR: server().dataDir, SMS_PROVIDER: 'log' });

/** A guest who paid, complained with a picture, and logged in by a wallet. */
async function person() {
  const { world, client, pool } = server();
  const outlet = await world.outlet();
  const { mobile, token, accountId } = await world.consumer();
  const complaint = `My name is Wang Fang ${accountId} and the chair squeaks`;
  const chair = await connectChair(outlet, { secondsPerMinute: 0.02 });
  const [price] = outlet.prices;
  const input = {
    deviceId: chair.deviceId,
    priceId: price?.priceId ?? '',
    payType: 'sandbox' as const,
    requestId: randomUUID(),
  };
  const { orderId, payUrl = '' } = (await client.starting.activate(input, { token })).data;
  await fetch(payUrl, { method: 'POST', body: new URLSearchParams({ decision: 'paid' }), redirect: 'manual' });
  await until(async () => (await client.orders.get({ orderId }, { token })).data.status === 'finished');
  const { data: policy } = await client.uploads.policy({}, { token });
  const { url } = await postFile(policy, 'squeak.png', samples['image/png']);
  await client.feedback.insert({ orderId, problem: 'noise', description: complaint, files: [url] }, { token });
  const wallet = `openid-${mobile}`;
  await pool.query(
    `INSERT INTO wallets (wallet, user_id, account_id, created_at, last_used_at) VALUES ('wechat', $1, $2, now(), now())`,
    [wallet, accountId],
  );
  await client.session.smsCode({ mobile });
  return { mobile, token, accountId, orderId, wallet, complaint };
}

/** The tables in which a text occurs, in any column. The audit log cannot be changed. */
async function tablesWith(text: string): Promise<string[]> {
  const { pool } = server();
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  const hex = Buffer.from(text).toString('hex');
  const found: string[] = [];
  for (const { name } of tables.filter((table) => table.name !== 'audit_log')) {
    const { rows } = await pool.query(
      `SELECT FROM "${name}" t WHERE strpos(t::text, $1) > 0 OR strpos(t::text, $2) > 0 LIMIT 1`,
      [text, hex],
    );
    if (rows.length > 0) found.push(name);
  }
  return found.sort();
}

describe('member export', () => {
  it('writes all data of the person into a file', async () => {
    const { mobile, orderId, wallet, complaint } = await person();
    const file = join(folder, 'person.json');
    expect((await run('member', 'export', mobile, file)).code).toBe(0);
    const data = JSON.parse(await readFile(file, 'utf8')) as Record<string, Record<string, unknown>[]>;
    expect(data).toMatchObject({
      accounts: [{ mobile }],
      wallets: [{ user_id: wallet }],
      orders: [{ id: Number(orderId) }],
      payments: [{ order_id: Number(orderId), provider: 'sandbox' }],
      feedback: [{ description: complaint }],
      files: [{ content_type: 'image/png' }],
    });
    expect((await run('member', 'export', mobile, file)).code).toBe(2);
  });
});

describe('member erase', () => {
  it('leaves no trace of the person, and the money unchanged', async () => {
    const { mobile, token, orderId, wallet, accountId, complaint } = await person();
    const { pool, client, dataDir } = server();
    const attempt = await pool.query<{ number: string }>('SELECT number FROM payment_attempts WHERE order_id = $1', [
      orderId,
    ]);
    const number = attempt.rows[0]?.number ?? '';
    const money = async () =>
      (await pool.query('SELECT kind, amount, currency, provider FROM ledger WHERE order_id = $1', [orderId])).rows;
    const before = await money();
    expect(await tablesWith(mobile)).not.toEqual([]);
    expect(await tablesWith(number)).toContain('payment_notices');

    const rehearsed = await run('member', 'erase', mobile, '--dry-run');
    expect(rehearsed.stdout).toContain('wallets 1');
    expect(await tablesWith(wallet)).toEqual(['wallets']);

    const filesBefore = await readdir(join(dataDir, 'files'), { recursive: true });
    expect(await run('member', 'erase', mobile, '--yes')).toMatchObject({ code: 0, stderr: '' });
    for (const trace of [mobile, wallet, complaint]) expect(await tablesWith(trace)).toEqual([]);
    expect(await tablesWith(number)).not.toContain('payment_notices');
    const filesAfter = await readdir(join(dataDir, 'files'), { recursive: true });
    expect(filesAfter.length).toBeLessThan(filesBefore.length);
    expect(await money()).toEqual(before);
    expect((await run('statistics', 'check')).code).toBe(0);
    expect((await run('order', 'show', orderId)).stdout).toContain(`guest ${accountId}`);
    await until(async () => (await client.orders.get({ orderId }, { token })).code === 401);
    const { stdout } = await run('audit', 'list', '--target', `account ${accountId}`, '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ action: 'member erase' }]);
    expect(stdout).not.toContain(mobile);
    expect((await run('member', 'erase', mobile, '--yes')).code).toBe(3);
  });

  it('leaves no address of the payer, not even in a payment that is still open at its provider', async () => {
    const { world, pool } = server();
    const { deviceId } = await world.device(await world.outlet());
    const guest = await world.consumer();
    const { id } = await world.order(deviceId, { status: 'cancelled', placedBy: guest });
    const address = '203.0.113.77';
    const request = JSON.stringify({ key: 'x', payer: { ip: address, browser: 'wechat', walletUser: 'oUser77' } });
    for (const [attempt, state] of ['open', 'dead'].entries())
      await pool.query(
        `INSERT INTO payment_attempts (order_id, attempt, number, provider, amount, currency, state, closing, created_at,
           query_at, settled_at, until, request)
         VALUES ($1, $2, $3, 'elsewhere', 1500, 'CNY', $4, true, now(), 'infinity', $5, now(), $6)`,
        [id, attempt + 1, `erase_${id}_${attempt}`, state, state === 'open' ? null : new Date(), request],
      );
    expect(await tablesWith(address)).toEqual(['payment_attempts']);
    expect((await run('member', 'erase', guest.mobile, '--yes')).code).toBe(0);
    expect(await tablesWith(address)).toEqual([]);
    expect(await tablesWith('oUser77')).toEqual([]);
  });

  it("includes accounts that were merged into the person's", async () => {
    const { world, pool } = server();
    const [main, part] = [await world.consumer(), await world.consumer()];
    await pool.query('UPDATE accounts SET mobile = NULL, merged_into = $1 WHERE id = $2', [
      main.accountId,
      part.accountId,
    ]);
    await run('member', 'erase', main.mobile, '--yes');
    const { rows } = await pool.query('SELECT name FROM accounts WHERE id = ANY($1)', [
      [main.accountId, part.accountId],
    ]);
    expect(rows).toEqual([{ name: '' }, { name: '' }]);
  });

  it('waits until an order is over', async () => {
    const { world } = server();
    const guest = await world.consumer();
    const { deviceId } = await world.device(await world.outlet());
    await world.order(deviceId, { status: 'running', placedBy: guest });
    const { code, stderr } = await run('member', 'erase', guest.mobile, '--yes');
    expect([code, stderr]).toEqual([4, expect.stringContaining('an order that is not over')]);
  });
});

describe('by the number of an order', () => {
  /** A guest who has left no number, with two orders. */
  async function stranger() {
    const { world, pool } = server();
    const guest = await world.consumer();
    await pool.query('UPDATE accounts SET mobile = NULL WHERE id = $1', [guest.accountId]);
    const { deviceId } = await world.device(await world.outlet());
    const [first, second] = [
      await world.order(deviceId, { placedBy: guest, amount: 1500 }),
      await world.order(deviceId, { placedBy: guest, amount: 800 }),
    ];
    return { guest, deviceId, first, second };
  }
  const numberOf = async (orderId: string): Promise<string> =>
    (await server().pool.query('SELECT order_no FROM orders WHERE id = $1', [orderId])).rows[0].order_no;

  it('a guest without a number is exported and erased, once the operator has seen the orders and agreed', async () => {
    const { guest, first, second } = await stranger();
    const number = await numberOf(first.orderId);
    const asked = await run('guest', 'erase', number);
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    for (const each of [number, await numberOf(second.orderId), '¥15.00', '¥8.00', '+08:00'])
      expect(asked.stderr).toContain(each);
    const file = join(folder, 'guest.json');
    expect((await run('guest', 'export', number, file)).stderr).toMatch(/is written out\. Give --yes to do it\.\n$/);
    expect((await run('guest', 'export', number, file, '--yes')).code).toBe(0);
    expect(JSON.parse(await readFile(file, 'utf8')).orders).toHaveLength(2);
    const sessions = async () =>
      (await server().pool.query('SELECT FROM sessions WHERE account_id = $1', [guest.accountId])).rowCount;
    expect((await run('guest', 'erase', number, '--dry-run')).code).toBe(0);
    expect(await sessions()).toBe(1);
    expect((await run('guest', 'erase', second.orderId, '--yes')).stdout).toContain('sessions 1,');
    expect(await sessions()).toBe(0);
    const { stdout } = await run('audit', 'list', '--target', `account ${guest.accountId}`);
    expect(stdout).toMatch(/guest erase .* removed: .*accounts: 1/);
    expect(stdout).toContain('guest export');
  });

  it('of a guest with a number is refused, because an order’s number is no secret', async () => {
    const { orderId, accountId } = await person();
    for (const words of [
      ['erase', orderId],
      ['export', orderId, join(folder, 'refused.json')],
    ]) {
      const { code, stderr } = await run('guest', ...words, '--yes');
      expect([code, stderr]).toEqual([4, expect.stringContaining('has left a number')]);
    }
    expect((await run('order', 'show', orderId)).stdout).not.toContain(`guest ${accountId}`);
  });

  it('of cash and coins finds nobody', async () => {
    const { world } = server();
    const outlet = await world.outlet();
    const { deviceId } = await world.device(outlet);
    const coin = await world.order(deviceId, { type: 'coin' });
    const cash = await world.order(deviceId, { type: 'cash_coupon', placedBy: await world.manager([outlet]) });
    for (const { orderId } of [coin, cash]) {
      const { code, stderr } = await run('guest', 'erase', orderId, '--yes');
      expect([code, stderr]).toEqual([4, expect.stringContaining('placed by no guest')]);
    }
    expect((await run('guest', 'erase', '999999999', '--yes')).code).toBe(3);
  });

  it('waits until payments and refunds are decided', async () => {
    const { first, deviceId } = await stranger();
    const { pool } = server();
    const erase = () => run('guest', 'erase', first.orderId, '--yes');
    await pool.query(
      `INSERT INTO payment_attempts (order_id, attempt, number, provider, amount, currency, created_at, query_at, until)
       VALUES ($1, 9, $2, 'elsewhere', 1500, 'CNY', now(), 'infinity', now())`,
      [first.orderId, `open_${first.orderId}_${deviceId}`.slice(0, 32)],
    );
    expect(await erase()).toMatchObject({ code: 4, stderr: expect.stringContaining('not decided yet') });
    await pool.query("UPDATE payment_attempts SET state = 'dead', settled_at = now() WHERE order_id = $1", [
      first.orderId,
    ]);
    await pool.query(
      `INSERT INTO refunds (order_id, provider, amount, currency, reason, requested_by, state, try_at, created_at)
       VALUES ($1, 'elsewhere', 800, 'CNY', 'cold', 'somebody', 'failed', now(), now())`,
      [first.orderId],
    );
    expect(await erase()).toMatchObject({ code: 4, stderr: expect.stringContaining('not decided yet') });
    await pool.query(
      "UPDATE refunds SET closed_at = now(), closed_by = 'somebody', close_reason = 'paid by hand' WHERE order_id = $1",
      [first.orderId],
    );
    expect((await erase()).code).toBe(0);
  });
});
