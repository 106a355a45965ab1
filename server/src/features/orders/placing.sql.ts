import {
  type CouponProperty,
  type Gear,
  holdingStatuses,
  type OrderStatus,
  voidStatuses,
} from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';
import { statement } from '../../platform/db.ts';
import { sqlList } from '../../platform/rows.ts';

export interface ChairRow {
  id: string;
  outlet_id: number;
  online: boolean;
  fault_code: string | null;
  price_group_id: number | null;
  /** The order that holds the chair, and who placed it. */
  holder_id: number | null;
  holder_by: number | null;
}

export const chairColumns = `d.id, d.outlet_id, d.online, d.fault_code,
  coalesce(d.price_group_id, t.price_group_id) AS price_group_id, h.id AS holder_id, h.placed_by AS holder_by`;
export const chairSource = `devices d JOIN outlets t ON t.id = d.outlet_id
  LEFT JOIN orders h ON h.device_id = d.id AND h.status IN (${sqlList(holdingStatuses)})`;

export const chairById = statement<ChairRow, [string]>(
  'placing.chairById',
  `SELECT ${chairColumns} FROM ${chairSource} WHERE d.id = $1 AND d.retired_at IS NULL`,
);

export interface PriceRow {
  id: number;
  gear: Gear;
  minutes: number;
  amount: number;
  currency: Currency;
  recommended: boolean;
}

export const priceColumns = 'id, gear, minutes, amount, currency, recommended';

export const pricesOfGroup = statement<PriceRow, [number | null]>(
  'placing.pricesOfGroup',
  `SELECT ${priceColumns} FROM prices
   WHERE price_group_id = $1 AND retired_at IS NULL ORDER BY minutes, amount, id`,
);

interface UsableCoupon {
  no: string;
  expires_at: string;
  voided_at: string | null;
  /** The order that uses it now. */
  used_by: number | null;
}

export interface CouponRow extends UsableCoupon {
  property: CouponProperty;
  percent_off: number | null;
  amount_off: number | null;
  currency: Currency | null;
  outlet_id: number | null;
}

export interface CashCouponRow extends UsableCoupon {
  outlet_id: number;
  amount: number;
  currency: Currency;
}

/** The order that this account's request made before. */
export interface RepeatRow {
  id: number;
  status: OrderStatus;
}

export interface PlacingFacts {
  chair: ChairRow | null;
  /** Of the chair's price list. */
  price: PriceRow | null;
  has_prices: boolean;
  coupon: CouponRow | null;
  cash_coupon: CashCouponRow | null;
  repeat: RepeatRow | null;
  /** The account's order that awaits payment. */
  unpaid_id: number | null;
  /** The account's orders since the instant asked for. */
  recent: number;
}

/** The parameters of one request. */
export interface FactsQuestion {
  accountId: number;
  /** Null where nothing is to be placed. */
  requestId: string | null;
  deviceId: string;
  priceId: number | null;
  couponNo: string | null;
  cashCouponNo: string | null;
}

const couponWithUse = (table: string, column: string, no: string) => `
  (SELECT to_json(c) FROM (
     SELECT c.*, (SELECT u.id FROM orders u WHERE u.${column} = c.no AND u.status NOT IN (${sqlList(voidStatuses)})) AS used_by
     FROM ${table} c WHERE c.no = ${no}) c)`;

/** All facts that decide about placing, for any number of requests, in their order. */
export const placingFacts = statement<PlacingFacts, [string, Date]>(
  'placing.facts',
  `SELECT to_json(f) AS chair,
     (SELECT to_json(p) FROM prices p WHERE p.id = v."priceId" AND p.retired_at IS NULL
        AND p.price_group_id = f.price_group_id) AS price,
     EXISTS (SELECT FROM prices p WHERE p.price_group_id = f.price_group_id AND p.retired_at IS NULL) AS has_prices,
     ${couponWithUse('coupons', 'coupon_no', 'v."couponNo"')} AS coupon,
     ${couponWithUse('cash_coupons', 'cash_coupon_no', 'v."cashCouponNo"')} AS cash_coupon,
     (SELECT json_build_object('id', r.id, 'status', r.status) FROM orders r
        WHERE r.placed_by = v."accountId" AND r.request_id = v."requestId") AS repeat,
     (SELECT w.id FROM orders w WHERE w.placed_by = v."accountId" AND w.status = 'pending') AS unpaid_id,
     (SELECT count(*) FROM orders n WHERE n.placed_by = v."accountId" AND n.at > $2) AS recent
   FROM ROWS FROM (json_to_recordset($1::json) AS ("accountId" bigint, "requestId" uuid, "deviceId" text,
     "priceId" bigint, "couponNo" text, "cashCouponNo" text)) WITH ORDINALITY
     AS v ("accountId", "requestId", "deviceId", "priceId", "couponNo", "cashCouponNo", no)
   LEFT JOIN LATERAL (SELECT ${chairColumns} FROM ${chairSource}
     WHERE d.id = v."deviceId" AND d.retired_at IS NULL OFFSET 0) f ON true
   ORDER BY v.no`,
);
