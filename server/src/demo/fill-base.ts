import type { Gear } from '@recline/contract/dictionary';
import { maskMobile } from '@recline/contract/mobile';
import { hashPassword, sha256 } from '../features/session/index.ts';
import type { Db } from '../platform/db.ts';
import { chairSecret } from './chairs.ts';
import { counterOf } from './crowd.ts';
import * as sql from './demo.sql.ts';
import { amountOff, guestsPerPlace, percentOff } from './orders.ts';
import { usualPassword } from './passwords.ts';
import { pictureUrl } from './pictures.ts';
import { chairs, type Place, places, priceGroups, timeZones } from './places.ts';
import { words } from './words.ts';

/** The ids that orders refer to; lists follow the order of `places`. */
export interface Ids {
  outlets: number[];
  guests: number[][];
  /** The manager who takes cash at each place. */
  managers: number[];
}

const memberMobile = '+8613800000001';
const opened = (now: Date) => new Date(now.getTime() - 400 * 86_400_000);

/** Everything but the orders: prices, outlets, chairs, accounts, adverts, coupons to try. */
export async function insertBase(db: Db, now: Date, key: string): Promise<Ids> {
  const outlets = await insertOutlets(db, now);
  await insertChairs(db, outlets, now, key);
  const managers = await insertManagers(db, outlets);
  await insertCounters(db, outlets, key);
  const guests = await insertGuests(db, outlets, now);
  await insertAdverts(db, outlets, now);
  await insertUnusedCoupons(db, outlets, managers, now);
  return { outlets, guests, managers };
}

async function insertOutlets(db: Db, now: Date): Promise<number[]> {
  const groups = new Map<string, number>();
  for (const [name, { currency, prices }] of Object.entries(priceGroups)) {
    const { id } = await sql.insertGroup.one(db, name, currency);
    groups.set(name, id);
    for (const gear of ['gentle', 'standard', 'deep'] satisfies Gear[]) {
      const [minutes, amount] = prices[gear];
      await sql.insertPrice(db, id, gear, minutes, amount, currency, gear === 'standard');
    }
  }
  const ids = [];
  for (const place of places) {
    const { name, address, latitude, longitude, group } = place;
    const groupId = groups.get(group) ?? 0;
    const { currency } = priceGroups[group];
    const values = [name, address, latitude, longitude, currency, timeZones[currency], groupId, opened(now)] as const;
    ids.push((await sql.insertOutlet.one(db, ...values)).id);
  }
  return ids;
}

async function insertChairs(db: Db, outlets: number[], now: Date, key: string) {
  await sql.insertDevices(
    db,
    chairs.map((chair) => chair.deviceId),
    chairs.map((chair) => chair.name),
    chairs.map((chair) => outlets[chair.placeIndex] ?? 0),
    chairs.map((chair) => sha256(chairSecret(key, chair.deviceId)).toString('hex')),
    chairs.map((chair) => chair.faultCode),
    chairs.map((chair) => new Date(now.getTime() - (chair.brokenHours ?? 0) * 3600_000)),
    opened(now),
  );
}

const isCny = (place: Place) => priceGroups[place.group].currency === 'CNY';

async function insertManagers(db: Db, outlets: number[]): Promise<number[]> {
  const hash = await hashPassword(usualPassword);
  const all = ['home', 'details', 'user'];
  const add = async (account: string, name: string, permissions: string[], of: number[]) => {
    const { id } = await sql.insertAccount.one(db, 'manager', account, null, name, hash, permissions, null);
    await sql.linkOutlets(db, id, of);
    return id;
  };
  const inChina = outlets.filter((_id, index) => places[index] && isCny(places[index]));
  const manager = await add('manager', '陈晓岚', all, inChina);
  const global = await add('global', 'Aisyah Rahman', all, outlets);
  await add('home-only', '林一鸣', ['home', 'user'], outlets.slice(0, 1));
  const first = outlets[0] ?? null;
  await sql.insertAccount.one(db, 'consumer', 'member', memberMobile, '王女士', hash, [], first);
  return places.map((place) => (isCny(place) ? manager : global));
}

/** The simulated managers at the counters, one for each place. */
async function insertCounters(db: Db, outlets: number[], key: string): Promise<void> {
  for (const [index, place] of places.entries()) {
    const { account, password } = counterOf(key, index);
    const hash = await hashPassword(password);
    const name = isCny(place) ? '前台' : 'Counter';
    const { id } = await sql.insertAccount.one(
      db,
      'manager',
      account,
      null,
      name,
      hash,
      ['home', 'details', 'user'],
      null,
    );
    await sql.linkOutlets(db, id, [outlets[index] ?? 0]);
  }
}

/** For a demo of an earlier version, which had no counters. */
export async function addMissingCounters(db: Db, key: string): Promise<void> {
  const first = counterOf(key, 0).account;
  if (!(await sql.accountByName.maybe(db, first))) await insertCounters(db, await findOutlets(db), key);
}

/** Mobile numbers that no operator assigns. */
const mobiles = places.map((place, index) =>
  Array.from({ length: guestsPerPlace }, (_, guest) => {
    const number = String(index * guestsPerPlace + guest).padStart(4, '0');
    return { CNY: `+861370000${number}`, RM: `+6010000${number}`, PHP: `+63900000${number}` }[
      priceGroups[place.group].currency
    ];
  }),
);

/** Guests who signed up by phone, and the member, who is bound to the first outlet. */
async function insertGuests(db: Db, outlets: number[], now: Date): Promise<number[][]> {
  const numbers = mobiles.flat();
  await sql.insertGuests(db, numbers, numbers.map(maskMobile), opened(now));
  return (await findBase(db, outlets)).guests;
}

export async function findBase(db: Db, known?: number[]): Promise<Ids> {
  const rows = await sql.accountsByMobile(db, [...mobiles.flat(), memberMobile]);
  const accounts = new Map(rows.map((row) => [row.mobile, row.id]));
  const idOf = (mobile: string) => accounts.get(mobile) ?? missing(mobile);
  const guests = mobiles.map((list) => list.map(idOf));
  guests[0]?.splice(0, 1, idOf(memberMobile));
  const managers = await Promise.all(['manager', 'global'].map((name) => sql.accountByName.one(db, name)));
  return {
    outlets: known ?? (await findOutlets(db)),
    guests,
    managers: places.map((place) => managers[isCny(place) ? 0 : 1]?.id ?? missing('manager')),
  };
}

async function findOutlets(db: Db): Promise<number[]> {
  const rows = await sql.outletsByName(
    db,
    places.map((place) => place.name),
  );
  const ids = new Map(rows.map((row) => [row.name, row.id]));
  return places.map((place) => ids.get(place.name) ?? missing(place.name));
}

function missing(what: string): never {
  throw new Error(`the demo's ${what} is gone; start with DEMO=0`);
}

async function insertAdverts(db: Db, outlets: number[], now: Date): Promise<void> {
  const rows = places.flatMap((place, index) =>
    words[priceGroups[place.group].currency].adverts.map((advert, position) => ({
      ...advert,
      position,
      outletId: outlets[index] ?? 0,
    })),
  );
  await sql.insertAdverts(
    db,
    rows.map((row) => row.outletId),
    rows.map((row) => row.title),
    rows.map((row) => pictureUrl(row.picture)),
    rows.map((row) => row.position),
    opened(now),
  );
}

/** Twenty of each kind to try. */
async function insertUnusedCoupons(db: Db, outlets: number[], managers: number[], now: Date): Promise<void> {
  const coupons = (['free', 'discount', 'amount_off'] as const).flatMap((property, kind) =>
    Array.from({ length: 20 }, (_, index) => ({ no: `CP9${kind + 1}${String(index + 1).padStart(4, '0')}`, property })),
  );
  await sql.insertCoupons(
    db,
    coupons.map(({ no }) => no),
    coupons.map(({ property }) => property),
    coupons.map(({ property }) => (property === 'discount' ? percentOff : null)),
    coupons.map(({ property }) => (property === 'amount_off' ? amountOff.CNY : null)),
    coupons.map(({ property }) => (property === 'amount_off' ? 'CNY' : null)),
    coupons.map(() => now),
  );
  const cash = places.flatMap((place, index) =>
    Array.from({ length: 20 }, (_, number) => ({
      no: `CC9${String(index + 1).padStart(2, '0')}${String(number + 1).padStart(3, '0')}`,
      index,
      ...priceGroups[place.group],
    })),
  );
  await sql.insertCashCoupons(
    db,
    cash.map(({ no }) => no),
    cash.map(({ index }) => outlets[index] ?? 0),
    cash.map(({ prices }) => prices.deep[1]),
    cash.map(({ currency }) => currency),
    cash.map(({ index }) => managers[index] ?? null),
    cash.map(() => now),
  );
}
