import { describe, expect, it } from 'vitest';
import { useServer } from '../../testing/server.ts';

const server = useServer();
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

async function fault(deviceId: string, code: string) {
  await server().pool.query('UPDATE devices SET fault_code = $2 WHERE id = $1', [deviceId, code]);
}
async function offlineSince(deviceId: string, since: Date) {
  await server().pool.query('UPDATE devices SET online = false, offline_since = $2 WHERE id = $1', [deviceId, since]);
}

/** Six chairs: idle, in use, faulty, just offline, long offline, and one in another outlet. */
async function setUp() {
  const { world, client } = server();
  const mall = await world.outlet({ name: `Mall ${Math.random()}` });
  const airport = await world.outlet({ name: `Airport ${Math.random()}` });
  const add = async (outlet: typeof mall, online = true) => (await world.device(outlet, { online })).deviceId;
  const idle = await add(mall);
  const used = await add(mall);
  const faulty = await add(mall);
  const away = await add(mall, false);
  const lost = await add(mall, false);
  const elsewhere = await add(airport);
  const { orderId } = await world.order(used, { status: 'running' });
  await world.order(idle, { status: 'pending' });
  await fault(faulty, 'E12');
  await offlineSince(away, minutesAgo(9));
  await offlineSince(lost, minutesAgo(11));
  const { token } = await world.manager([mall, airport]);
  const list = async (input: Parameters<typeof client.devices.list>[0] = {}) =>
    (await client.devices.list(input, { token })).data;
  const ids = async (input: Parameters<typeof list>[0]) => (await list(input)).rows.map((row) => row.deviceId);
  return { mall, airport, idle, used, faulty, away, lost, elsewhere, orderId, list, ids };
}

describe('the list of devices', () => {
  it('shows the state of each and counts them by state', async () => {
    const { list, used, orderId, mall, faulty } = await setUp();
    const { rows, counts, nextCursor } = await list();
    expect(rows).toHaveLength(6);
    expect(nextCursor).toBeNull();
    expect(counts).toEqual({ all: 6, online: 4, offline: 2, inUse: 1, idle: 5, abnormal: 2 });
    const row = rows.find((each) => each.deviceId === used);
    expect(row).toMatchObject({ inUse: true, orderId, online: true, outletName: mall.name, faultCode: null });
    expect(rows.find((each) => each.deviceId === faulty)?.faultCode).toBe('E12');
  });

  it('is filtered by state without changing the counts', async () => {
    const { list, ids, used, faulty, away, lost } = await setUp();
    expect(await ids({ use: 'inUse' })).toEqual([used]);
    expect(await ids({ use: 'idle' })).not.toContain(used);
    // What is abnormal comes first.
    expect(await ids({ online: 'offline' })).toEqual([lost, away]);
    expect((await ids({ abnormal: true })).sort()).toEqual([faulty, lost].sort());
    expect((await list({ abnormal: true, online: 'online' })).counts.all).toBe(6);
  });

  it('is searched by device number or outlet name, with the counts of the matches', async () => {
    const { list, ids, idle, elsewhere, airport } = await setUp();
    expect(await ids({ keyword: idle.toLowerCase() })).toEqual([idle]);
    expect(await ids({ keyword: airport.name.toUpperCase() })).toEqual([elsewhere]);
    expect(await ids({ outletId: airport.outletId })).toEqual([elsewhere]);
    const { counts } = await list({ outletId: airport.outletId });
    expect(counts).toEqual({ all: 1, online: 1, offline: 0, inUse: 0, idle: 1, abnormal: 0 });
    expect(await ids({ keyword: '%' })).toEqual([]);
  });

  it.each(['İZMİR', 'ΟΔΟΣ'])('is searched by an outlet called %s like by any other', async (name) => {
    const { world, client } = server();
    const outlet = await world.outlet({ name: `${name} ${Math.random()}` });
    const { deviceId } = await world.device(outlet);
    const { token } = await world.manager([outlet, await world.outlet()]);
    const { data } = await client.devices.list({ keyword: name }, { token });
    expect(data.rows.map((row) => row.deviceId)).toEqual([deviceId]);
    expect(data.counts.all).toBe(1);
  });

  it('is read page by page, each chair once: abnormal ones first, then outlet by outlet', async () => {
    const { list, mall, airport, faulty, lost, elsewhere } = await setUp();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 4, cursor });
      seen.push(...page.rows.map((row) => row.deviceId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(6);
    expect(new Set(seen).size).toBe(6);
    const { rows } = await list();
    expect(rows.map((row) => row.deviceId)).toEqual(seen);
    expect(seen.slice(0, 2)).toEqual([faulty, lost].sort());
    const order = mall.id < airport.id ? [mall, mall, mall, airport] : [airport, mall, mall, mall];
    expect(rows.slice(2).map((row) => row.outletId)).toEqual(order.map(({ outletId }) => outletId));
    expect(rows.map((row) => row.deviceId)).toContain(elsewhere);
    for (const limit of [1, 2, 3])
      expect((await list({ limit })).rows.map((row) => row.deviceId)).toEqual(seen.slice(0, limit));
    expect((await list({ limit: 2, keyword: mall.name })).nextCursor).not.toBeNull();
  });

  it('is read page by page where the last chair of a page is the last abnormal one', async () => {
    const { list, faulty, lost } = await setUp();
    const all = (await list()).rows.map((row) => row.deviceId);
    for (const limit of [1, 2, 3, 5]) {
      const { rows, nextCursor } = await list({ limit });
      const rest = await list({ cursor: nextCursor ?? undefined });
      expect([...rows, ...rest.rows].map((row) => row.deviceId)).toEqual(all);
    }
    expect(await list({ limit: 6 })).toMatchObject({ nextCursor: null });
    const broken = await list({ abnormal: true, limit: 2 });
    expect(broken.rows.map((row) => row.deviceId)).toEqual([faulty, lost].sort());
    expect(broken.nextCursor).toBeNull();
  });

  it.each(['x', 'a.1', 'b.1.A', 'a.1234567890123456.A'])(
    'refuses the page %s, which it did not give out',
    async (cursor) => {
      const { world, client } = server();
      const { token } = await world.manager([await world.outlet()]);
      expect(await client.devices.list({ cursor }, { token })).toMatchObject({ status: 400, code: 400 });
    },
  );

  it("never shows another manager's", async () => {
    const { airport } = await setUp();
    const { world, client } = server();
    const { token } = await world.manager([await world.outlet()]);
    expect((await client.devices.list({}, { token })).data.rows).toEqual([]);
    expect((await client.devices.list({ outletId: airport.outletId }, { token })).code).toBe(404);
  });
});

describe('the label of a device', () => {
  it('is public, without a token', async () => {
    const { world, client } = server();
    const outlet = await world.outlet();
    const { deviceId } = await world.device(outlet, { name: 'Window seat' });
    const { data } = await client.devices.label({ deviceId });
    expect(data).toEqual({ deviceId, name: 'Window seat', outletName: outlet.name });
  });

  it('is refused for a device that does not exist or was retired', async () => {
    const { world, client, pool } = server();
    const { deviceId } = await world.device(await world.outlet());
    await pool.query('UPDATE devices SET retired_at = now() WHERE id = $1', [deviceId]);
    expect((await client.devices.label({ deviceId })).code).toBe(20201);
    expect((await client.devices.label({ deviceId: 'NO-SUCH' })).code).toBe(20201);
  });
});

describe('the number of devices of an outlet, and their numbers', () => {
  it('are updated when devices are added, moved, retired, restored and deleted', async () => {
    const { world, pool } = server();
    const [here, there] = [await world.outlet(), await world.outlet()];
    const numbers = async () => {
      const { rows } = await pool.query<{ id: number; devices: number; numbers: string; found: string[] }>(
        `SELECT o.id, o.devices, o.numbers, ARRAY(
           SELECT lower(d.id) FROM devices d WHERE d.outlet_id = o.id AND d.retired_at IS NULL ORDER BY 1) AS found
         FROM outlets o WHERE o.id = ANY($1)`,
        [[here.id, there.id]],
      );
      expect(rows.map((row) => row.devices)).toEqual(rows.map((row) => row.found.length));
      expect(rows.map((row) => row.numbers.match(/\S+/g)?.sort() ?? [])).toEqual(rows.map((row) => row.found));
      return [here, there].map((outlet) => rows.find((row) => row.id === outlet.id)?.devices);
    };
    const { deviceId } = await world.device(here);
    await world.device(here);
    expect(await numbers()).toEqual([2, 0]);
    await pool.query('UPDATE devices SET outlet_id = $2 WHERE id = $1', [deviceId, there.id]);
    expect(await numbers()).toEqual([1, 1]);
    await pool.query('UPDATE devices SET retired_at = now() WHERE id = $1', [deviceId]);
    expect(await numbers()).toEqual([1, 0]);
    await pool.query('UPDATE devices SET retired_at = now(), outlet_id = $2 WHERE id = $1', [deviceId, here.id]);
    expect(await numbers()).toEqual([1, 0]);
    await pool.query('UPDATE devices SET retired_at = NULL WHERE id = $1', [deviceId]);
    expect(await numbers()).toEqual([2, 0]);
    await pool.query('DELETE FROM devices WHERE id = $1', [deviceId]);
    expect(await numbers()).toEqual([1, 0]);
  });
});

describe('an outage', () => {
  it('has its start and the usual income of the chair for that time', async () => {
    const { world, client, pool } = server();
    const outlet = await world.outlet();
    const { token } = await world.manager([outlet]);
    const chair = (await world.device(outlet, { online: true })).deviceId;
    const well = (await world.device(outlet, { online: true })).deviceId;
    await pool.query(`UPDATE devices SET registered_at = now() - interval '90 days' WHERE id = $1`, [chair]);
    const day = 24 * 60;
    for (const ago of [5, 10, 15, 20]) await world.order(chair, { amount: 7000, at: minutesAgo(ago * day) });
    await world.order(chair, { amount: 9900, status: 'refunded', at: minutesAgo(6 * day) });
    await offlineSince(chair, minutesAgo(day));
    const { rows } = (await client.devices.outages({ deviceIds: [chair, well] }, { token })).data;
    // 4 x 70 in 28 days is 10 a day.
    expect(rows).toMatchObject([{ deviceId: chair, usualIncome: 1000, currency: 'CNY' }]);
    const stranger = (await world.manager([await world.outlet()])).token;
    expect((await client.devices.outages({ deviceIds: [chair] }, { token: stranger })).data.rows).toEqual([]);
  });

  it('of a fault begins with the fault and ends with it; another code continues it', async () => {
    const { world, pool } = server();
    const { deviceId } = await world.device(await world.outlet(), { online: true });
    const since = async () => {
      const { rows } = await pool.query('SELECT fault_since FROM devices WHERE id = $1', [deviceId]);
      return (rows[0] as { fault_since: Date | null }).fault_since;
    };
    expect(await since()).toBeNull();
    await fault(deviceId, 'E01');
    const began = await since();
    expect(began).not.toBeNull();
    await pool.query("UPDATE devices SET last_seen_at = now() + interval '1 hour' WHERE id = $1", [deviceId]);
    await fault(deviceId, 'E02');
    expect(await since()).toEqual(began);
    await pool.query('UPDATE devices SET fault_code = NULL WHERE id = $1', [deviceId]);
    expect(await since()).toBeNull();
  });
});
