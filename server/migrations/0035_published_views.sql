-- What each feature publishes of its tables for others to read. Every view is a plain selection without aggregation, so
-- that PostgreSQL merges it into the query that reads it.

CREATE VIEW published_orders AS
  SELECT id, type, status, pay_type, device_id, outlet_id, placed_by, gear, minutes, amount, refunded_amount, currency,
    coupon_no, cash_coupon_no, at, created_at, started_at, ends_at, ended_at, end_reason
  FROM orders;

-- The order that holds a chair: at most one a chair.
CREATE VIEW published_chair_holders AS
  SELECT device_id, outlet_id, id AS order_id, placed_by, ends_at FROM orders WHERE status IN ('starting', 'running');

-- The order that uses a coupon: at most one a coupon. An order that failed or was cancelled uses none.
CREATE VIEW published_coupon_uses AS
  SELECT id AS order_id, coupon_no, cash_coupon_no FROM orders
  WHERE status NOT IN ('failed', 'cancelled') AND (coupon_no IS NOT NULL OR cash_coupon_no IS NOT NULL);

CREATE VIEW published_devices AS
  SELECT id, name, outlet_id, price_group_id, online, offline_since, fault_code, registered_at, retired_at FROM devices;

CREATE VIEW published_outlets AS
  SELECT id, name, address, currency, time_zone, price_group_id, devices, numbers FROM outlets;

CREATE VIEW published_price_groups AS
  SELECT id, name, currency FROM price_groups;

-- The prices of today.
CREATE VIEW published_prices AS
  SELECT id, price_group_id, gear, minutes, amount, currency, recommended FROM prices WHERE retired_at IS NULL;

CREATE VIEW published_coupons AS
  SELECT no, property, percent_off, amount_off, currency, outlet_id, expires_at, voided_at FROM coupons;

CREATE VIEW published_cash_coupons AS
  SELECT no, outlet_id, amount, currency, expires_at, voided_at FROM cash_coupons;

CREATE VIEW published_accounts AS
  SELECT id, role, account, mobile FROM accounts;

CREATE VIEW published_feedback AS
  SELECT id, order_id, outlet_id, status, problem, description, reply, created_at, replied_at FROM feedback;

CREATE VIEW published_files AS
  SELECT key, account_id FROM files;

CREATE VIEW published_payment_attempts AS
  SELECT order_id, attempt, number, provider, provider_ref, state, created_at FROM payment_attempts;

CREATE VIEW published_ledger AS
  SELECT order_id, kind, provider, provider_ref, amount, currency, at FROM ledger;

CREATE VIEW published_refunds AS
  SELECT order_id, amount, currency, state, reason, requested_by, last_error, created_at FROM refunds;

-- Payments from which the guest has come back, while the provider has not confirmed them yet.
CREATE VIEW published_confirming_payments AS
  SELECT order_id FROM payment_attempts WHERE state = 'open' AND NOT closing AND returned_at IS NOT NULL;

-- Money of an order that is on its way back.
CREATE VIEW published_open_refunds AS
  SELECT order_id FROM refunds WHERE NOT surplus AND state <> 'done' AND closed_at IS NULL;

-- The statistics keep triggers on the orders. These functions are theirs, as the triggers are.
CREATE FUNCTION pause_counting() RETURNS void LANGUAGE sql AS $$
  ALTER TABLE orders DISABLE TRIGGER count_inserted_orders, DISABLE TRIGGER count_updated_orders,
    DISABLE TRIGGER count_deleted_orders;
$$;

-- A table with pending deferred constraints cannot be altered: they are checked first.
CREATE FUNCTION resume_counting() RETURNS void LANGUAGE sql AS $$
  SET CONSTRAINTS ALL IMMEDIATE;
  ALTER TABLE orders ENABLE TRIGGER count_inserted_orders, ENABLE TRIGGER count_updated_orders,
    ENABLE TRIGGER count_deleted_orders;
$$;

-- Until the transaction ends, nobody writes orders.
CREATE FUNCTION lock_counted_orders() RETURNS void LANGUAGE sql AS $$
  LOCK TABLE orders IN SHARE ROW EXCLUSIVE MODE;
$$;
