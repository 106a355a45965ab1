-- no transaction
-- Fewer indexes on orders. A new one is there before the one that it replaces goes, so that other servers can go on.

-- The order list of one or few outlets, and the orders at the edges of a period of the statistics.
CREATE INDEX CONCURRENTLY IF NOT EXISTS outlet_orders_by_time ON orders (outlet_id, at DESC, id DESC)
  INCLUDE (type, status, gear, coupon_property, currency, amount, refunded_amount);
DROP INDEX CONCURRENTLY IF EXISTS orders_of_outlet;
DROP INDEX CONCURRENTLY IF EXISTS started_orders;
DROP INDEX CONCURRENTLY IF EXISTS orders_by_kind;

-- The order list of many outlets.
CREATE INDEX CONCURRENTLY IF NOT EXISTS all_orders_by_time ON orders (at DESC, id DESC)
  INCLUDE (outlet_id, type, status, gear, coupon_property, currency);
DROP INDEX CONCURRENTLY IF EXISTS orders_by_time;

-- Most orders are finished, and most have no coupon: the rest is found without reading those.
CREATE INDEX CONCURRENTLY IF NOT EXISTS unfinished_orders_by_time ON orders (status, at DESC, id DESC)
  INCLUDE (outlet_id, type, gear, coupon_property, currency) WHERE status <> 'finished';
DROP INDEX CONCURRENTLY IF EXISTS orders_by_status;
DROP INDEX CONCURRENTLY IF EXISTS unusual_orders_by_time;
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_with_coupon ON orders (coupon_property, at DESC, id DESC)
  INCLUDE (outlet_id, type, status, gear, currency) WHERE coupon_property IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS orders_by_property;
DROP INDEX CONCURRENTLY IF EXISTS coupon_orders_by_time;

-- A coupon is used once, and is usable again when its order came to nothing. One index keeps that and finds all orders
-- of a coupon: those that came to nothing are told apart by their id.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS one_use_a_coupon
  ON orders (coupon_no, (CASE WHEN status IN ('failed', 'cancelled') THEN id ELSE 0 END)) WHERE coupon_no IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS a_coupon_once;
DROP INDEX CONCURRENTLY IF EXISTS orders_by_coupon;
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS one_use_a_cash_coupon
  ON orders (cash_coupon_no, (CASE WHEN status IN ('failed', 'cancelled') THEN id ELSE 0 END))
  WHERE cash_coupon_no IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS a_cash_coupon_once;
DROP INDEX CONCURRENTLY IF EXISTS orders_by_cash_coupon;

-- The last four digits of a guest's number.
CREATE INDEX CONCURRENTLY IF NOT EXISTS accounts_by_last_digits ON accounts (right(mobile, 4)) WHERE mobile IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS accounts_by_end_of_mobile;

-- Lookups that read whole tables until now.
CREATE INDEX CONCURRENTLY IF NOT EXISTS forged_notices ON payment_notices (id) WHERE outcome = 'forged';
CREATE INDEX CONCURRENTLY IF NOT EXISTS feedback_of_account ON feedback (account_id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_log_by_target ON audit_log (target);
