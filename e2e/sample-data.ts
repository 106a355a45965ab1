import type { OrderStatus, OrderType } from '@recline/contract/dictionary';
import type { Account, Outlet } from '../server/src/testing/world.ts';
import type { App } from './app.ts';

/** Sample data for every screen, and accounts without any data. */
export interface SampleData {
  manager: Account;
  /** A manager whose only outlet has no chairs and no orders. */
  newcomer: Account;
  guest: Account;
  newGuest: Account;
  outlet: Outlet;
  freeChair: string;
  busyChair: string;
  faultyChair: string;
  offlineChair: string;
  runningOrder: string;
  finishedOrder: string;
  reportedOrder: string;
}

const outletNames = ['万象城 L3', 'T2 航站楼', '国贸影城'];
const accountNames = { manager: '陈管理员', newcomer: '新网点管理员', guest: '林女士', newGuest: '新用户' };
const types: OrderType[] = ['online', 'online', 'coin', 'online', 'cash_coupon'];
const amounts = [800, 1500, 1500, 2000, 1200];
const hour = 3600_000;

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Orders per hour of the day, from midnight on, with peaks after lunch and in the evening. */
const ordersPerHour = [1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 4, 5, 3, 2, 2, 3, 4, 6, 6, 4, 3, 1];
const hourInShanghai = (at: number) => new Date(at + 8 * hour).getUTCHours();

/** The times of nine days of orders, newest first, ending shortly before now. */
function* orderTimes(): Generator<Date> {
  const newest = Date.now() - 20 * 60_000;
  for (let at = newest; at > newest - 9 * 24 * hour; at -= hour) {
    const orders = pick(ordersPerHour, hourInShanghai(at));
    for (let index = 0; index < orders; index += 1) yield new Date(at - (index * hour) / orders);
  }
}

/** Deterministic orders, relative to the current time. */
async function fillOrders({ world }: App, chairs: string[], guest: Account): Promise<void> {
  for (const [index, at] of [...orderTimes()].entries()) {
    const status: OrderStatus = index % 29 === 11 ? 'refunded' : index % 31 === 17 ? 'failed' : 'finished';
    const options = { type: pick(types, index), amount: pick(amounts, index * 3), status, at };
    const extra = index % 13 === 4 ? { couponProperty: 'discount' as const } : {};
    await world.order(pick(chairs, index * 7), { ...options, ...extra, placedBy: index % 9 === 0 ? guest : undefined });
  }
}

/** Keeps the chairs online, which send no heartbeats, except for the one that should be offline. */
async function setChairStates({ pool }: App, faulty: string, offline: string): Promise<void> {
  await pool.query({ name: 'sample.seen', text: `UPDATE devices SET last_seen_at = now() + interval '1 day'` });
  await pool.query({
    name: 'sample.fault',
    text: `UPDATE devices SET fault_code = 'E07' WHERE id = $1`,
    values: [faulty],
  });
  await pool.query({
    name: 'sample.offline',
    text: `UPDATE devices SET online = false, offline_since = now() - interval '3 hours',
             last_seen_at = now() - interval '3 hours' WHERE id = $1`,
    values: [offline],
  });
}

async function nameAccounts({ pool }: App, named: Record<string, Account>): Promise<void> {
  for (const [who, name] of Object.entries(accountNames)) {
    const values = [named[who]?.accountId, name];
    await pool.query({ name: 'sample.name', text: 'UPDATE accounts SET name = $2 WHERE id = $1', values });
  }
}

export async function makeSampleData(app: App): Promise<SampleData> {
  const { world } = app;
  const outlets = await Promise.all(outletNames.map((name) => world.outlet({ name })));
  const [outlet] = outlets;
  if (!outlet) throw new Error('the sample data needs an outlet');
  const chairs: string[] = [];
  for (let index = 0; index < 9; index += 1) {
    const options = { id: `A1008${index}`, name: `${index + 1} 号椅`, online: true };
    chairs.push((await world.device(pick(outlets, index), options)).deviceId);
  }
  const [freeChair = '', busyChair = '', faultyChair = '', offlineChair = ''] = chairs;
  const people = {
    manager: await world.manager(outlets),
    newcomer: await world.manager([await world.outlet({ name: '新开业网点' })]),
    guest: await world.consumer(),
    newGuest: await world.consumer(),
  };
  await nameAccounts(app, people);
  await fillOrders(app, chairs, people.guest);
  const ofGuest = { placedBy: people.guest };
  const running = await world.order(busyChair, { ...ofGuest, status: 'running', amount: 1500 });
  // It outlasts the slowest run.
  await app.pool.query(`UPDATE orders SET minutes = 120, ends_at = started_at + interval '120 min' WHERE id = $1`, [
    running.id,
  ]);
  const finished = await world.order(freeChair, { ...ofGuest, at: new Date(Date.now() - hour) });
  const reported = await world.order(freeChair, { ...ofGuest, at: new Date(Date.now() - 2 * hour) });
  await setChairStates(app, faultyChair, offlineChair);
  const orders = {
    runningOrder: running.orderId,
    finishedOrder: finished.orderId,
    reportedOrder: reported.orderId,
  };
  const complaint = { problem: 'noise' as const, description: '靠背上升时有异响，停下来以后就没有了。', files: [] };
  const sent = { token: people.guest.token, json: true };
  await app.client.feedback.insert({ orderId: reported.orderId, ...complaint }, sent);
  return { ...people, outlet, freeChair, busyChair, faultyChair, offlineChair, ...orders };
}
