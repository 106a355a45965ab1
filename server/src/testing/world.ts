import { randomBytes, randomInt } from 'node:crypto';
import type { Permission } from '@recline/contract/call';
import {
  type CouponProperty,
  type Gear,
  isIn,
  type OrderStatus,
  type OrderType,
  openStatuses,
  startedStatuses,
} from '@recline/contract/dictionary';
import { maskMobile } from '@recline/contract/mobile';
import type { Currency } from '@recline/contract/money';
import { hashPassword, randomToken, sha256 } from '../features/session/passwords.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { type Pool, statement } from '../platform/db.ts';
import { sqlList } from '../platform/rows.ts';

/** Creates test data with unique names, so that no test sees another's. */
export type World = ReturnType<typeof makeWorld>;

export interface Outlet {
  id: number;
  outletId: string;
  name: string;
  priceGroupId: number;
  prices: { priceId: string; gear: Gear; minutes: number; amount: number }[];
}

export interface Account {
  accountId: number;
  account: string;
  password: string;
  /** A live session's token. */
  token: string;
}

const given = new Set<string>();

/** Short like real numbers, and unique in this process, because a long fuzz run creates thousands of chairs. */
function unique(): string {
  let made: string;
  do made = randomBytes(4).toString('hex');
  while (given.has(made));
  given.add(made);
  return made;
}

const password = 'recline-test';
const passwordHash = hashPassword(password);

const insertGroup = statement<{ id: number }, [string, Currency]>(
  'world.group',
  'INSERT INTO price_groups (name, currency) VALUES ($1, $2) RETURNING id',
);
const insertPrice = statement<{ id: number }, [number, Gear, number, number, Currency, boolean]>(
  'world.price',
  `INSERT INTO prices (price_group_id, gear, minutes, amount, currency, recommended)
   VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
);
const insertOutlet = statement<{ id: number }, [string, Currency, string, number]>(
  'world.outlet',
  `INSERT INTO outlets (name, address, latitude, longitude, currency, time_zone, price_group_id)
   VALUES ($1, 'Test Road 1', 31.2, 121.4, $2, $3, $4) RETURNING id`,
);
const insertDevice = statement<{ id: string }, [string, string, number, string, boolean, Date]>(
  'world.device',
  `INSERT INTO devices (id, name, outlet_id, secret_hash, online, offline_since, last_seen_at)
   VALUES ($1, $2, $3, $4, $5, CASE WHEN $5 THEN NULL ELSE $6::timestamptz END, $6) RETURNING id`,
);
const insertAccount = statement<
  { id: number },
  [string, string | null, string | null, string, string, string[], number | null]
>(
  'world.account',
  `INSERT INTO accounts (role, account, mobile, name, password_hash, permissions, bound_outlet_id)
   VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
);
const insertAccountOutlet = statement<never, [number, number]>(
  'world.accountOutlet',
  'INSERT INTO account_outlets (account_id, outlet_id) VALUES ($1, $2)',
);
const insertSession = statement<never, [Buffer, number, boolean, Date]>(
  'world.session',
  'INSERT INTO sessions (token_hash, account_id, exclusive, created_at, last_used_at) VALUES ($1, $2, $3, $4, $4)',
);

const insertOrder = statement<{ id: number }, unknown[]>(
  'world.order',
  `INSERT INTO orders (type, status, pay_type, device_id, outlet_id, gear, minutes, list_amount, amount, currency,
     refunded_amount, coupon_no, coupon_property, created_at, started_at, ends_at, ended_at, placed_by, request_id)
   SELECT $1::text, $2::text, CASE $1::text WHEN 'online' THEN 'sandbox' WHEN 'coin' THEN 'coin' ELSE 'cash' END,
     $3, o.id, $4, 10, $5::bigint, $5::bigint, coalesce($6, o.currency),
     CASE WHEN $2::text = 'refunded' THEN $5::bigint ELSE 0 END, $7, $8, $9::timestamptz,
     CASE WHEN $10::boolean THEN $9::timestamptz END, CASE WHEN $10 THEN $9::timestamptz + interval '10 min' END,
     CASE WHEN $2::text NOT IN (${sqlList(openStatuses)}) THEN $9::timestamptz + interval '10 min' END,
     $11::bigint, CASE WHEN $11::bigint IS NOT NULL THEN gen_random_uuid() END
   FROM devices d JOIN outlets o ON o.id = d.outlet_id WHERE d.id = $3 RETURNING id`,
);
const insertCoupon = statement<never, [string, CouponProperty, Date]>(
  'world.coupon',
  `INSERT INTO coupons (no, property, percent_off, amount_off, currency, expires_at)
   VALUES ($1, $2::text, CASE $2::text WHEN 'discount' THEN 20 END, CASE $2::text WHEN 'amount_off' THEN 300 END,
     CASE $2::text WHEN 'amount_off' THEN 'CNY' END, $3::timestamptz + interval '1 year')`,
);

export interface OrderOptions {
  /** The account that placed it; none if omitted. */
  placedBy?: { accountId: number };
  type?: OrderType;
  status?: OrderStatus;
  gear?: Gear;
  amount?: number;
  currency?: Currency;
  couponProperty?: CouponProperty;
  /** When it started, or was placed if it never started. */
  at?: Date;
}

export function makeWorld(pool: Pool, clock: Clock = systemClock) {
  async function outlet(options: { name?: string; currency?: Currency; timeZone?: string } = {}): Promise<Outlet> {
    const { currency = 'CNY', timeZone = 'Asia/Shanghai', name = `Outlet ${unique()}` } = options;
    const group = await insertGroup.one(pool, `Group ${unique()}`, currency);
    const offers: [Gear, number, number][] = [
      ['gentle', 10, 800],
      ['standard', 20, 1500],
      ['deep', 30, 2000],
    ];
    const prices = [];
    for (const [gear, minutes, amount] of offers) {
      const { id } = await insertPrice.one(pool, group.id, gear, minutes, amount, currency, gear === 'standard');
      prices.push({ priceId: String(id), gear, minutes, amount });
    }
    const { id } = await insertOutlet.one(pool, name, currency, timeZone, group.id);
    return { id, outletId: String(id), name, priceGroupId: group.id, prices };
  }

  async function device(at: Outlet, options: { id?: string; name?: string; online?: boolean } = {}) {
    const deviceId = options.id ?? `T${unique()}`.toUpperCase();
    const secret = randomToken();
    const secretHash = sha256(secret).toString('hex');
    await insertDevice.one(
      pool,
      deviceId,
      options.name ?? `Chair ${deviceId}`,
      at.id,
      secretHash,
      options.online ?? false,
      clock(),
    );
    return { deviceId, secret };
  }

  async function session(accountId: number, exclusive: boolean): Promise<string> {
    const token = randomToken();
    await insertSession(pool, sha256(token), accountId, exclusive, clock());
    return token;
  }

  async function manager(outlets: Outlet[], permissions: Permission[] = ['home', 'details', 'user']): Promise<Account> {
    const account = `manager-${unique()}`;
    const hash = await passwordHash;
    const { id } = await insertAccount.one(
      pool,
      'manager',
      account,
      null,
      `Name of ${account}`,
      hash,
      permissions,
      null,
    );
    for (const each of outlets) await insertAccountOutlet(pool, id, each.id);
    return { accountId: id, account, password, token: await session(id, true) };
  }

  /** An end user; with `boundTo`, one who is bound to an outlet. */
  async function consumer(options: { boundTo?: Outlet; account?: string } = {}): Promise<Account & { mobile: string }> {
    const mobile = `+86139${String(randomInt(1e8)).padStart(8, '0')}`;
    const account = options.account ?? null;
    const hash = await passwordHash;
    const bound = options.boundTo?.id ?? null;
    const { id } = await insertAccount.one(pool, 'consumer', account, mobile, maskMobile(mobile), hash, [], bound);
    return { accountId: id, account: account ?? mobile, mobile, password, token: await session(id, false) };
  }

  /** A past order in its final state, created without a chair. */
  async function order(deviceId: string, options: OrderOptions = {}) {
    const { type = 'online', status = 'finished', gear = 'standard', amount = 1000, at = clock() } = options;
    const couponNo = options.couponProperty ? `C${unique()}` : null;
    if (couponNo && options.couponProperty) await insertCoupon(pool, couponNo, options.couponProperty, clock());
    const started = isIn(startedStatuses, status);
    const coupon = [couponNo, options.couponProperty ?? null];
    const values = [
      type,
      status,
      deviceId,
      gear,
      amount,
      options.currency ?? null,
      ...coupon,
      at,
      started,
      options.placedBy?.accountId ?? null,
    ];
    const { id } = await insertOrder.one(pool, ...values);
    return { id, orderId: String(id), couponNo };
  }

  return { outlet, device, manager, consumer, order };
}
