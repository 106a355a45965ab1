import { randomInt, randomUUID } from 'node:crypto';
import type { Gear } from '@recline/contract/dictionary';
import type { Command } from '@recline/contract/topics';
import { batch } from '../../platform/batch.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Pool, statement } from '../../platform/db.ts';
import type { Pace } from '../../platform/pace.ts';
import { startCommand } from '../orders/orders.commands.ts';
import type { RequestRow } from './starting.sql.ts';

/** A start that a manager asks for at the counter, against cash. */
interface CounterStart {
  accountId: number;
  deviceId: string;
  priceId: number;
  requestId: string;
}

export type PlacedStart = RequestRow & { command: Command };

/**
 * The usual start at the counter, in one go: what is otherwise asked one after the other (a chair of the manager's
 * own outlets that is there, well and free, a price of its list) is asked by the statement that places the order,
 * its coupon, its payment and its command. No row where anything is unusual: whoever comes the long way is told what.
 * It is not announced: mostly the chair starts at once, which is; `life.sweep` announces the rest.
 */
const placeAtCounter = statement<
  { id: number; command_id: string; minutes: number; gear: Gear },
  [string, Date, Date, Date]
>(
  'starting.placeAtCounter',
  `WITH asked AS (
     SELECT v.*, f.* FROM json_to_recordset($1::json) AS v ("accountId" bigint, "deviceId" text, "priceId" bigint,
       "payType" text, "requestId" uuid, "couponNo" text, "commandId" uuid)
     CROSS JOIN LATERAL (
       SELECT d.outlet_id, p.gear, p.minutes, p.amount, p.currency
       FROM devices d JOIN account_outlets a ON a.outlet_id = d.outlet_id AND a.account_id = v."accountId"
         JOIN outlets t ON t.id = d.outlet_id
         JOIN prices p ON p.price_group_id = coalesce(d.price_group_id, t.price_group_id) AND p.id = v."priceId"
       WHERE d.id = v."deviceId" AND d.online AND d.fault_code IS NULL AND d.retired_at IS NULL AND p.retired_at IS NULL
         AND NOT EXISTS (SELECT FROM orders r WHERE r.device_id = d.id AND r.status IN ('pending', 'starting', 'running'))
       OFFSET 0) f
     WHERE v."payType" = 'cash'),
   placed AS (
     INSERT INTO orders (type, status, pay_type, device_id, outlet_id, placed_by, request_id, gear, minutes,
       list_amount, amount, currency, cash_coupon_no, created_at)
     SELECT 'cash_coupon', 'starting', 'cash', "deviceId", outlet_id, "accountId", "requestId", gear, minutes,
       amount, amount, currency, "couponNo", $2 FROM asked
     RETURNING id, device_id, outlet_id, placed_by, minutes, gear, amount, currency, cash_coupon_no),
   coupon AS (
     INSERT INTO cash_coupons (no, outlet_id, amount, currency, issued_by, created_at, expires_at)
     SELECT cash_coupon_no, outlet_id, amount, currency, placed_by, $2, $3 FROM placed),
   taken AS (
     INSERT INTO payments (order_id, kind, provider, amount, currency, key, provider_ref, at)
     SELECT id, 'paid', 'cash', amount, currency, 'paid-' || id, cash_coupon_no, $2 FROM placed WHERE amount > 0),
   command AS (
     INSERT INTO commands (id, device_id, type, order_id, created_at, expires_at)
     SELECT "commandId", device_id, 'start', id, $2, $4 FROM placed JOIN asked ON "deviceId" = device_id)
   SELECT id, "commandId" AS command_id, placed.minutes, placed.gear FROM placed JOIN asked ON "deviceId" = device_id`,
);

/** Places starts at the counter; those asked for together are placed together. Undefined: not as usual, nothing was written. */
export const makeCounter = (pool: Pool, clock: Clock, { startWait }: Pace) =>
  batch(async (starts: CounterStart[]): Promise<(PlacedStart | undefined)[]> => {
    const now = clock();
    const deadline = new Date(now.getTime() + startWait);
    const rows = starts.map((start) => ({
      ...start,
      payType: 'cash',
      couponNo: newCouponNo(),
      commandId: randomUUID(),
    }));
    // In the order of the chairs, so that two servers that place on the same ones do not wait for each other.
    const inOrder = rows.toSorted((one, other) => (one.deviceId < other.deviceId ? -1 : 1));
    const placed = await placeAtCounter(pool, JSON.stringify(inOrder), now, couponEnd(now), deadline);
    const byCommand = new Map(placed.map((row) => [row.command_id, row]));
    return rows.map(({ commandId }) => {
      const row = byCommand.get(commandId);
      return row && { id: row.id, status: 'starting', deadline, command: startCommand(commandId, row, deadline) };
    });
  });

const couponDays = 365;

/** The cash coupon that is issued for cash taken at the counter: its number, and until when it is good. */
export const newCouponNo = (): string => String(randomInt(1e12)).padStart(12, '0');
export const couponEnd = (now: Date): Date => new Date(now.getTime() + couponDays * 24 * 3600_000);
