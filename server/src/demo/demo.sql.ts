import type { Currency } from '@recline/contract/money';
import { type Gear, holdingStatuses, type OrderType, offlinePayTypes, unpaidStatuses } from '@recline/contract/values';
import { statement } from '../platform/db.ts';
import { sqlList } from '../platform/rows.ts';

/** The demo's orders are there from `filled_from` to `filled_until`. */
export const demoState = statement<{ filled_from: Date; filled_until: Date }, []>(
  'demo.state',
  'SELECT filled_from, filled_until FROM demo FOR UPDATE',
);
export const hasOutlets = statement<{ found: boolean }, []>(
  'demo.hasOutlets',
  'SELECT EXISTS (SELECT FROM outlets) AS found',
);
export const markFilled = statement<never, [Date, Date]>(
  'demo.mark',
  'INSERT INTO demo (filled_until, filled_from) VALUES ($1, $2)',
);
export const moveEnd = statement<never, [Date]>('demo.moveEnd', 'UPDATE demo SET filled_until = $1');
export const moveBeginning = statement<never, [Date]>('demo.moveBeginning', 'UPDATE demo SET filled_from = $1');
export const databaseSize = statement<{ bytes: number }, []>(
  'demo.size',
  'SELECT pg_database_size(current_database()) AS bytes',
);
/** Of a demo only. */
export const orderIndexSize = statement<{ bytes: number; orders: number }, []>(
  'demo.orderIndexSize',
  `SELECT pg_indexes_size('orders') AS bytes, (SELECT count(*) FROM orders) AS orders FROM demo`,
);
export const orderIndexes = statement<{ name: string; valid: boolean }, []>(
  'demo.orderIndexes',
  `SELECT indexrelid::regclass::text AS name, indisvalid AS valid FROM pg_index WHERE indrelid = 'orders'::regclass`,
);
export const hasOverdue = statement<{ found: boolean }, [Date]>(
  'demo.hasOverdue',
  "SELECT EXISTS (SELECT FROM orders WHERE status = 'running' AND ends_at <= $1) AS found",
);
export const oneAtATime = statement<never, []>('demo.lock', 'SELECT pg_advisory_xact_lock(7305002)');

export const insertGroup = statement<{ id: number }, [string, Currency]>(
  'demo.group',
  'INSERT INTO price_groups (name, currency) VALUES ($1, $2) RETURNING id',
);
export const insertPrice = statement<never, [number, string, number, number, Currency, boolean]>(
  'demo.price',
  `INSERT INTO prices (price_group_id, gear, minutes, amount, currency, recommended) VALUES ($1, $2, $3, $4, $5, $6)`,
);
export const insertOutlet = statement<{ id: number }, [string, string, number, number, Currency, string, number, Date]>(
  'demo.outlet',
  `INSERT INTO outlets (name, address, latitude, longitude, currency, time_zone, price_group_id, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
);
export const insertDevices = statement<
  never,
  [string[], string[], number[], string[], (string | null)[], Date[], Date]
>(
  'demo.devices',
  `INSERT INTO devices (id, name, outlet_id, secret_hash, fault_code, last_seen_at, offline_since, registered_at)
   SELECT id, name, outlet_id, secret_hash, fault_code, seen, seen, $7
   FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::timestamptz[])
     AS t(id, name, outlet_id, secret_hash, fault_code, seen)`,
);
export const insertAccount = statement<
  { id: number },
  [string, string, string | null, string, string, string[], number | null]
>(
  'demo.account',
  `INSERT INTO accounts (role, account, mobile, name, password_hash, permissions, bound_outlet_id)
   VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
);
export const setPassword = statement<never, [string, string]>(
  'demo.setPassword',
  'UPDATE accounts SET password_hash = $2 WHERE account = $1 AND password_hash IS NOT NULL',
);
export const linkOutlets = statement<never, [number, number[]]>(
  'demo.linkOutlets',
  'INSERT INTO account_outlets (account_id, outlet_id) SELECT $1, id FROM unnest($2::bigint[]) AS t(id)',
);
export const insertGuests = statement<{ id: number; mobile: string }, [string[], string[], Date]>(
  'demo.guests',
  `INSERT INTO accounts (role, mobile, name, created_at)
   SELECT 'consumer', mobile, name, $3 FROM unnest($1::text[], $2::text[]) AS t(mobile, name) RETURNING id, mobile`,
);

// Adverts and coupons ------------------------------------------------------------------------

export const insertAdverts = statement<never, [number[], string[], string[], number[], Date]>(
  'demo.adverts',
  `INSERT INTO adverts (outlet_id, title, image_url, position, starts_at)
   SELECT t.*, $5 FROM unnest($1::bigint[], $2::text[], $3::text[], $4::int[]) AS t`,
);
export const insertCoupons = statement<
  never,
  [string[], string[], (number | null)[], (number | null)[], (Currency | null)[], Date[]]
>(
  'demo.coupons',
  `INSERT INTO coupons (no, property, percent_off, amount_off, currency, created_at, expires_at)
   SELECT no, property, percent, amount, currency, created, created + interval '400 days'
   FROM unnest($1::text[], $2::text[], $3::int[], $4::bigint[], $5::text[], $6::timestamptz[])
     AS t(no, property, percent, amount, currency, created)`,
);
export const insertCashCoupons = statement<
  never,
  [string[], number[], number[], Currency[], (number | null)[], Date[]]
>(
  'demo.cashCoupons',
  `INSERT INTO cash_coupons (no, outlet_id, amount, currency, issued_by, created_at, expires_at)
   SELECT no, outlet_id, amount, currency, issued_by, created, created + interval '400 days'
   FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::timestamptz[])
     AS t(no, outlet_id, amount, currency, issued_by, created)`,
);
/** Coupons of the demo that nobody has used: a few of each kind. */
export const unusedCoupons = statement<{ no: string; kind: string }, [Date]>(
  'demo.unused',
  `(SELECT DISTINCT ON (property) no, property AS kind FROM coupons c
    WHERE no LIKE 'CP9%' AND expires_at > $1 AND NOT EXISTS (SELECT FROM orders o WHERE o.coupon_no = c.no)
    ORDER BY property, no)
   UNION ALL
   (SELECT no, 'cash' FROM cash_coupons c
    WHERE no LIKE 'CC9%' AND expires_at > $1 AND NOT EXISTS (SELECT FROM orders o WHERE o.cash_coupon_no = c.no)
    ORDER BY no LIMIT 1)`,
);

// Orders -------------------------------------------------------------------------------------

/** Orders and their payments. Instants are milliseconds, which are shorter to send; `$19` begins the numbers of refunds. */
export const insertOrders = statement<never, unknown[]>(
  'demo.orders',
  `WITH made AS (
     INSERT INTO orders (type, status, pay_type, device_id, outlet_id, placed_by, request_id, gear, minutes, list_amount,
       amount, refunded_amount, currency, coupon_no, coupon_property, cash_coupon_no, created_at, started_at, ends_at,
       ended_at, end_reason)
     SELECT type, status, pay_type, device_id, outlet_id, placed_by,
       CASE WHEN placed_by IS NOT NULL THEN md5(device_id || created)::uuid END, gear, minutes, list_amount,
       amount, CASE WHEN status IN ('failed', 'refunded') THEN amount ELSE 0 END, currency, coupon_no, coupon_property,
       cash_coupon_no, to_timestamp(created / 1000), to_timestamp(started / 1000),
       to_timestamp(started / 1000 + 60 * minutes), to_timestamp(ended / 1000), end_reason
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::int[],
       $9::bigint[], $10::bigint[], $11::text[], $12::text[], $13::text[], $14::text[], $15::float8[], $16::float8[],
       $17::float8[], $18::text[]) AS t(type, status, pay_type, device_id, outlet_id, placed_by, gear, minutes,
         list_amount, amount, currency, coupon_no, coupon_property, cash_coupon_no, created, started, ended, end_reason)
     RETURNING id, status, pay_type, amount, currency, created_at, ended_at),
   paid AS (
     -- Whatever provider an order names, the sandbox took its money: it can give it back.
     SELECT *, pay_type NOT IN (${sqlList(offlinePayTypes)}) AS is_online,
       CASE WHEN pay_type IN (${sqlList(offlinePayTypes)}) THEN pay_type ELSE 'sandbox' END AS provider
     FROM made WHERE status NOT IN (${sqlList(unpaidStatuses)}) AND amount > 0),
   attempts AS (
     INSERT INTO payment_attempts (order_id, attempt, number, provider, amount, currency, state, created_at, query_at,
       settled_at, until, billed_on)
     SELECT id, 1, 'demo_' || id || '_1', provider, amount, currency, 'paid', created_at, created_at, created_at, created_at,
       created_at::date
     FROM paid WHERE is_online RETURNING id, order_id, number),
   payments AS (
     INSERT INTO sandbox_payments (number, amount, currency, return_to, back_to, status, ref, paid_at, created_at)
     SELECT 'demo_' || id || '_1', amount, currency, '/', '/', 'paid', 'demo_' || id, created_at, created_at FROM paid WHERE is_online),
   given_back AS (
     INSERT INTO refunds (order_id, attempt_id, provider, amount, currency, reason, requested_by, state, try_at,
       created_at, done_at, billed_on)
     SELECT p.id, a.id, provider, amount, currency, 'demo', 'demo', 'done', ended_at, ended_at, ended_at, ended_at::date
     FROM paid p LEFT JOIN attempts a ON a.order_id = p.id WHERE status IN ('failed', 'refunded')
     RETURNING id, order_id, attempt_id, provider, amount, currency, done_at),
   returned AS (
     INSERT INTO sandbox_refunds (number, payment, amount, created_at)
     SELECT $19::text || r.id, a.number, r.amount, r.done_at FROM given_back r JOIN attempts a ON a.id = r.attempt_id)
   INSERT INTO ledger (order_id, kind, attempt_id, refund_id, provider, amount, currency, at)
   SELECT p.id, 'paid', a.id, NULL, provider, amount, currency, created_at
   FROM paid p LEFT JOIN attempts a ON a.order_id = p.id
   UNION ALL
   SELECT order_id, 'refunded', attempt_id, id, provider, amount, currency, done_at FROM given_back`,
);

/** When chairs were in use since then; no massage is longer than two hours. */
export const takenSince = statement<{ device_id: string; since: Date; until: Date; is_held: boolean }, [Date]>(
  'demo.taken',
  `SELECT device_id, at AS since, coalesce(ended_at, ends_at, at) AS until,
     status IN (${sqlList(holdingStatuses)}) AS is_held FROM orders
   WHERE at >= $1::timestamptz - interval '2 hours' AND device_id LIKE 'A1%'`,
);

export const insertFeedback = statement<
  never,
  [string[], Date[], string[], string[], string[], (string | null)[], Date[], (Date | null)[], number, string]
>(
  'demo.feedback',
  `INSERT INTO feedback (order_id, outlet_id, account_id, problem, description, status, reply, created_at, replied_at,
     replied_by, client)
   SELECT o.id, o.outlet_id, o.placed_by, t.problem, t.description, t.status, t.reply, t.created, t.replied,
     CASE WHEN t.replied IS NOT NULL THEN $9::bigint END, $10
   FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[],
     $8::timestamptz[]) AS t(device_id, ordered, problem, description, status, reply, created, replied)
   JOIN orders o ON o.device_id = t.device_id AND o.at = t.ordered WHERE o.placed_by IS NOT NULL`,
);

export const tidyUp = statement<never, []>(
  'demo.tidyUp',
  'VACUUM (ANALYZE) orders, payment_attempts, refunds, ledger, devices, coupons, cash_coupons, revenue',
);
interface DemoDevice {
  id: string;
  total_coins: number;
  order_id: number | null;
  type: OrderType | null;
  minutes: number | null;
  gear: Gear | null;
  started_at: Date | null;
}

/** The chairs of the demo that are not retired, with the orders that they run. */
export const demoDevices = statement<DemoDevice, []>(
  'demo.chairs',
  `SELECT d.id, d.total_coins, o.id AS order_id, o.type, o.minutes, o.gear, o.started_at
   FROM devices d LEFT JOIN orders o ON o.device_id = d.id AND o.status = 'running'
   WHERE d.retired_at IS NULL AND d.id LIKE 'A1%' AND EXISTS (SELECT FROM demo)`,
);

// Open tasks ---------------------------------------------------------------------

const byHand = "'demo_by_hand'";

/** Refunds one payment of that day at the sandbox only, not in our books. */
export const refundAtSandbox = statement<never, [Date, Date]>(
  'demo.refundAtSandbox',
  `INSERT INTO sandbox_refunds (number, payment, amount, created_at)
   SELECT ${byHand}, a.number, a.amount, $1::timestamptz + interval '23 hours' FROM payment_attempts a
   JOIN orders o ON o.id = a.order_id
   WHERE a.created_at >= $1 AND a.created_at < $2 AND a.provider = 'sandbox' AND o.status = 'finished'
     AND o.refunded_amount = 0 AND o.currency = 'CNY'
   ORDER BY a.id LIMIT 1`,
);

export const refundedAtSandbox = statement<{ order_id: number; outlet_name: string }, []>(
  'demo.refundedAtSandbox',
  `SELECT o.id AS order_id, t.name AS outlet_name FROM sandbox_refunds r JOIN payment_attempts a ON a.number = r.payment
   JOIN orders o ON o.id = a.order_id JOIN outlets t ON t.id = o.outlet_id
   WHERE r.number = ${byHand} AND o.refunded_amount = 0`,
);

// Lookups of a later start -------------------------------------------------------------------

export const outletsByName = statement<{ id: number; name: string }, [string[]]>(
  'demo.outletsByName',
  'SELECT DISTINCT ON (name) id, name FROM outlets WHERE name = ANY($1) ORDER BY name, id',
);
export const accountsByMobile = statement<{ id: number; mobile: string }, [string[]]>(
  'demo.accountsByMobile',
  'SELECT id, mobile FROM accounts WHERE mobile = ANY($1)',
);
export const accountByName = statement<{ id: number }, [string]>(
  'demo.accountByName',
  'SELECT id FROM accounts WHERE account = $1',
);
