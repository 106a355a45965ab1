import type { CouponProperty, Gear, OrderStatus, OrderType } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';
import { statement } from '../../platform/db.ts';
import { insertInto, insertRows, insertTogether, updateRows } from '../../platform/rows.ts';
import { type LedgerEntry, ledgerInsert } from '../payments/index.ts';
import { publishingOrder } from './channels.ts';
import { commandInsert, type NewCommand } from './commands.ts';
import type { OrderState } from './lifecycle.rules.ts';

export const stateColumns = `id, type, status, device_id, outlet_id, placed_by, pay_type, gear, minutes, amount,
  refunded_amount, currency, cash_coupon_no, created_at, started_at, ends_at, ended_at, end_reason`;

/** Locks orders in the order of their ids, on every connection, so that two writers do not deadlock. */
export const lockOrders = statement<OrderState, [number[]]>(
  'lifecycle.lock',
  `SELECT ${stateColumns} FROM orders WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
);

/** What a transition may change. */
type Changed = Pick<
  OrderState,
  'id' | 'status' | 'pay_type' | 'refunded_amount' | 'started_at' | 'ends_at' | 'ended_at' | 'end_reason'
>;

/** Saves and publishes. */
export const saveOrders = updateRows<Changed>(
  'lifecycle.save',
  'orders',
  'id',
  {
    status: true,
    pay_type: true,
    refunded_amount: true,
    started_at: true,
    ends_at: true,
    ended_at: true,
    end_reason: true,
  },
  { returning: publishingOrder('t') },
);

export interface NewOrder {
  type: OrderType;
  status: OrderStatus;
  pay_type: string;
  device_id: string;
  outlet_id: number;
  placed_by: number | null;
  request_id: string | null;
  gear: Gear;
  minutes: number;
  list_amount: number;
  amount: number;
  currency: Currency;
  coupon_no: string | null;
  coupon_property: CouponProperty | null;
  cash_coupon_no: string | null;
  created_at: Date;
  started_at: Date | null;
  ends_at: Date | null;
  ended_at: Date | null;
  overlapping: boolean;
}

export interface PlacedOrder extends OrderState {
  request_id: string | null;
}

/** Inserts and publishes. Orders whose chair, coupon or request is taken are left out of the result. */
export const insertOrders = insertRows<NewOrder, PlacedOrder>(
  'lifecycle.insert',
  'orders',
  {
    type: true,
    status: true,
    pay_type: true,
    device_id: true,
    outlet_id: true,
    placed_by: true,
    request_id: true,
    gear: true,
    minutes: true,
    list_amount: true,
    amount: true,
    currency: true,
    coupon_no: true,
    coupon_property: true,
    cash_coupon_no: true,
    created_at: true,
    started_at: true,
    ends_at: true,
    ended_at: true,
    overlapping: true,
  },
  { returning: `${stateColumns}, request_id, ${publishingOrder('orders')}`, onConflict: 'ON CONFLICT DO NOTHING' },
);

export interface IssuedCoupon {
  no: string;
  outlet_id: number;
  amount: number;
  currency: Currency;
  issued_by: number;
  created_at: Date;
  expires_at: Date;
}

/** What is written with placed orders: the coupons that they issue, their cash, and their start commands. */
export const insertWithOrders = insertTogether<[IssuedCoupon, LedgerEntry, NewCommand]>(
  'lifecycle.insertWithOrders',
  insertInto<IssuedCoupon>('cash_coupons', {
    no: true,
    outlet_id: true,
    amount: true,
    currency: true,
    issued_by: true,
    created_at: true,
    expires_at: true,
  }),
  ledgerInsert,
  commandInsert,
);

/** Voids coupons that were issued for one cash start, once the cash was handed back. */
export const voidIssuedCoupons = statement<never, [string[], Date]>(
  'lifecycle.voidCoupons',
  `UPDATE cash_coupons SET voided_at = $2 WHERE no = ANY($1) AND issued_by IS NOT NULL AND voided_at IS NULL`,
);
