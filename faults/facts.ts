import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderStatus, OrderType } from '@recline/contract/dictionary';
import type { ChairEvent } from '@recline/contract/topics';
import type { Answer } from '../server/src/testing/client.ts';
import { type ForeignFact, foreignOf } from './foreign-sales.ts';
import type { Reported, Scene } from './scene.ts';

export interface OrderFact {
  id: string;
  type: OrderType;
  status: OrderStatus;
  payType: string;
  deviceId: string;
  placedBy: number | null;
  requestId: string | null;
  amount: number;
  refundedAmount: number;
  currency: string;
  couponNo: string | null;
  cashCouponNo: string | null;
  /** Its cash coupon was sold before the order: that money is not in the ledger. */
  paidBefore: boolean;
  overlapping: boolean;
  endReason: string | null;
  startedAt: string | null;
  endsAt: string | null;
  endedAt: string | null;
}

/** A movement of money in the ledger. */
export interface LedgerFact {
  orderId: string;
  kind: 'paid' | 'refunded';
  /** The payment's number at the provider; null: cash or coins. */
  number: string | null;
  provider: string;
  amount: number;
  currency: string;
}

interface RefundFact {
  orderId: string;
  state: 'due' | 'asked' | 'pending' | 'done' | 'failed';
  amount: number;
  surplus: boolean;
  /** Staff closed the refund after the provider had refused it. */
  closed: boolean;
}

/** A payment in the provider's books, and how much of it was refunded. */
interface ProviderFact {
  orderId: string | null;
  number: string;
  status: 'open' | 'paid' | 'declined';
  amount: number;
  returned: number;
}

interface AttemptFact {
  number: string;
  orderId: string;
  provider: string;
  state: 'open' | 'paid' | 'dead';
}

interface StoredEvent {
  deviceId: string;
  eventId: string;
  type: ChairEvent['type'];
  orderId: string | null;
}

/** Numbers and sums of orders; the order list has no gross amounts. */
interface Figures {
  orders: number;
  online: number;
  cash: number;
  gross?: number;
  refunds?: number;
}

interface ChairFact {
  deviceId: string;
  written: ChairEvent[];
  /** Events that the server has not confirmed. */
  waiting: number;
  totalCoins: number;
  /** The order that it runs, according to the chair. */
  runs: string | null;
}

/** The state of the database, of the chairs, and the answers that people got. */
export interface Facts {
  orders: OrderFact[];
  ledger: LedgerFact[];
  refunds: RefundFact[];
  provider: ProviderFact[];
  foreign: ForeignFact[];
  attempts: AttemptFact[];
  events: StoredEvent[];
  devices: { deviceId: string; totalCoins: number; coinDifference: number }[];
  coupons: { no: string; voided: boolean; issuedFor: number | null }[];
  /** As stored by hour, day and month, as computed from the orders, and as the two calls for managers return it. */
  figures: Record<'hours' | 'days' | 'months' | 'fromOrders' | 'statistics' | 'orderList', Figures>;
  chairs: ChairFact[];
  /** The server's open connections to the database. */
  connections: number;
  reported: Reported;
}

const sums = (source: string) => `(SELECT json_build_object(
  'orders', coalesce(sum(online_orders + cash_orders), 0), 'online', coalesce(sum(online_gross - online_refunds), 0),
  'cash', coalesce(sum(cash_gross - cash_refunds), 0), 'gross', coalesce(sum(online_gross + cash_gross), 0),
  'refunds', coalesce(sum(online_refunds + cash_refunds), 0)) FROM ${source} AND outlet_id = $1)`;
const kept = (tier: string) => sums(`revenue WHERE tier = '${tier}'`);

const list = (columns: string, source: string) =>
  `(SELECT coalesce(json_agg(row), '[]') FROM (SELECT ${columns} FROM ${source}) AS row)`;

/** Everything at one moment, in one query. */
const query = `SELECT json_build_object(
  'orders', ${list(
    `o.id::text, type, status, pay_type AS "payType", device_id AS "deviceId", placed_by AS "placedBy",
     request_id AS "requestId", amount, refunded_amount AS "refundedAmount", currency, coupon_no AS "couponNo", cash_coupon_no AS "cashCouponNo", overlapping,
     end_reason AS "endReason",
     EXISTS (SELECT FROM cash_coupons c WHERE c.no = cash_coupon_no AND c.issued_by IS NULL) AS "paidBefore",
     started_at AS "startedAt", ends_at AS "endsAt", ended_at AS "endedAt"`,
    'orders o WHERE outlet_id = $1 ORDER BY o.id',
  )},
  'ledger', ${list(
    'l.order_id::text AS "orderId", kind, a.number, l.provider, l.amount, l.currency',
    `ledger l JOIN orders o ON o.id = l.order_id LEFT JOIN payment_attempts a ON a.id = l.attempt_id
     WHERE o.outlet_id = $1`,
  )},
  'refunds', ${list(
    'r.order_id::text AS "orderId", r.state, r.amount, r.surplus, r.closed_at IS NOT NULL AS closed',
    'refunds r JOIN orders o ON o.id = r.order_id WHERE o.outlet_id = $1',
  )},
  'provider', ${list(
    `o.id::text AS "orderId", s.number, s.status, s.amount,
     (SELECT coalesce(sum(r.amount), 0) FROM sandbox_refunds r WHERE r.payment = s.number) AS returned`,
    `sandbox_payments s LEFT JOIN payment_attempts a ON a.number = s.number LEFT JOIN orders o ON o.id = a.order_id
     WHERE o.outlet_id = $1 OR o.id IS NULL`,
  )},
  'attempts', ${list(
    'a.number, a.order_id::text AS "orderId", a.provider, a.state',
    'payment_attempts a JOIN orders o ON o.id = a.order_id WHERE o.outlet_id = $1',
  )},
  'events', ${list(
    'e.device_id AS "deviceId", event_id AS "eventId", type, order_id::text AS "orderId"',
    'device_events e JOIN devices d ON d.id = e.device_id WHERE d.outlet_id = $1',
  )},
  'devices', ${list(
    'id AS "deviceId", total_coins AS "totalCoins", coin_difference AS "coinDifference"',
    'devices WHERE outlet_id = $1',
  )},
  'coupons', ${list(
    'no, voided_at IS NOT NULL AS voided, issued_by AS "issuedFor"',
    `(SELECT no, voided_at, NULL::bigint AS issued_by FROM coupons WHERE no = ANY($2)
      UNION ALL SELECT no, voided_at, issued_by FROM cash_coupons WHERE outlet_id = $1) c`,
  )},
  'differences', (SELECT coalesce(json_agg(subject), '[]') FROM payment_differences),
  'figures', json_build_object('hours', ${kept('hours')}, 'days', ${kept('days')}, 'months', ${kept('months')},
    'fromOrders', ${sums('revenue_from_orders WHERE true')})
) AS facts`;

/** On a busy machine the server may answer 503: retries. */
async function untilAnswered<T>(ask: () => Promise<Answer<T>>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const { code, data } = await ask();
    if (code === 200) return data;
    if (tries === 20) throw new Error(`the figures were answered with ${code}`);
    await sleep(500);
  }
}

/** The manager's figures over all that may have happened. */
async function askFigures({ environment, manager, since }: Scene) {
  const { client } = await environment.up();
  const days = (count: number) => new Date(since.getTime() + count * 24 * 3600_000).toISOString();
  const period = { period: 'custom', start: days(-2), end: days(2) } as const;
  const sent = { token: manager.token };
  const statistics = await untilAnswered(() => client.revenue.statistics(period, sent));
  const listed = await untilAnswered(() => client.orders.summary(period, sent));
  return {
    statistics: {
      orders: statistics.orders,
      online: statistics.online,
      cash: statistics.cash,
      gross: statistics.gross,
      refunds: statistics.refunds,
    },
    orderList: { orders: listed.all.orders, online: listed.online.amount, cash: listed.cash.amount },
  };
}

/** The books of the simulated providers, with our orders. */
function booksOf({ environment, hostile }: Scene, attempts: AttemptFact[]): ProviderFact[] {
  const orders = new Map(attempts.map(({ number, orderId }) => [number, orderId]));
  return environment.providers
    .books()
    .filter(({ number }) => !hostile.foreignSales.has(number))
    .map(({ number, paid, refunded }) => ({
      orderId: orders.get(number) ?? null,
      number,
      status: 'paid',
      amount: paid,
      returned: refunded,
    }));
}

type StoredFacts = Omit<Facts, 'chairs' | 'connections' | 'reported' | 'foreign'> & { differences: string[] };

export async function gatherFacts(scene: Scene): Promise<Facts> {
  const { environment, outlet, coupons, chairs, reported } = scene;
  const answered = await askFigures(scene);
  const { rows } = await environment.pool.query<{ facts: StoredFacts }>(query, [outlet.id, coupons]);
  if (!rows[0]) throw new Error('there are no facts');
  const ofChairs = chairs.map(({ chair, written }) => ({
    deviceId: chair.deviceId,
    written,
    waiting: chair.memory.journal.length,
    totalCoins: chair.memory.totalCoins,
    runs: chair.memory.run?.orderId ?? null,
  }));
  const { differences, ...facts } = rows[0].facts;
  const recorded = facts.ledger.map(({ number }) => number);
  const foreign = foreignOf(scene, recorded, differences);
  const provider = [...facts.provider, ...booksOf(scene, facts.attempts)];
  const figures = { ...facts.figures, ...answered };
  return { ...facts, provider, foreign, figures, chairs: ofChairs, connections: environment.database.open(), reported };
}
