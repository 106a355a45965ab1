-- Amounts are whole minor units of the currency beside them. Instants are timestamptz.
-- Whatever must never happen is refused here, not only in the code.

CREATE DOMAIN currency AS text CHECK (VALUE IN ('CNY', 'RM', 'PHP'));
CREATE DOMAIN minor_units AS bigint CHECK (VALUE >= 0);
CREATE DOMAIN gear AS text CHECK (VALUE IN ('gentle', 'standard', 'deep'));

-- Secrets of this installation, shared by all its servers (upload signing, payment notices, …).
CREATE TABLE secrets (
  name text PRIMARY KEY,
  value text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Prices ------------------------------------------------------------------------------------

CREATE TABLE price_groups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  currency currency NOT NULL,
  UNIQUE (id, currency)
);

CREATE TABLE prices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  price_group_id bigint NOT NULL,
  gear gear NOT NULL,
  minutes int NOT NULL CHECK (minutes BETWEEN 1 AND 600),
  amount minor_units NOT NULL,
  currency currency NOT NULL,
  recommended boolean NOT NULL DEFAULT false,
  retired_at timestamptz,
  FOREIGN KEY (price_group_id, currency) REFERENCES price_groups (id, currency)
);
CREATE INDEX prices_of_group ON prices (price_group_id) WHERE retired_at IS NULL;

-- Outlets and chairs ------------------------------------------------------------------------

CREATE TABLE outlets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  address text NOT NULL,
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  currency currency NOT NULL,
  utc_offset int NOT NULL CHECK (utc_offset BETWEEN -720 AND 840), -- minutes east of UTC
  price_group_id bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (price_group_id, currency) REFERENCES price_groups (id, currency)
);

CREATE TABLE devices (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{1,32}$'),
  name text NOT NULL,
  outlet_id bigint NOT NULL REFERENCES outlets,
  price_group_id bigint REFERENCES price_groups, -- null: that of the outlet
  secret_hash text NOT NULL,
  registered_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz,
  -- What the chair last said.
  online boolean NOT NULL DEFAULT false,
  offline_since timestamptz DEFAULT now(),
  last_seen_at timestamptz,
  fault_code text,
  firmware text,
  boot_id text,
  seq bigint,
  -- Coins by the chair's own meter, and how far our own count is from it.
  total_coins bigint NOT NULL DEFAULT 0,
  coin_difference bigint NOT NULL DEFAULT 0,
  CHECK (online = (offline_since IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX devices_of_outlet ON devices (outlet_id, id) WHERE retired_at IS NULL;

-- Accounts and sessions ---------------------------------------------------------------------

CREATE TABLE accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  role text NOT NULL CHECK (role IN ('manager', 'consumer', 'operator')),
  account text,
  mobile text UNIQUE,
  name text NOT NULL,
  password_hash text,
  permissions text[] NOT NULL DEFAULT '{}' CHECK (permissions <@ ARRAY['home', 'details', 'user']),
  bound_outlet_id bigint REFERENCES outlets, -- a consumer who may start only this outlet's chairs
  disabled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (account IS NOT NULL OR mobile IS NOT NULL)
);

CREATE UNIQUE INDEX one_account_a_login ON accounts (lower(account));

CREATE TABLE account_outlets (
  account_id bigint NOT NULL REFERENCES accounts,
  outlet_id bigint NOT NULL REFERENCES outlets,
  PRIMARY KEY (account_id, outlet_id)
);
CREATE INDEX managers_of_outlet ON account_outlets (outlet_id);

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY, -- SHA-256; the token itself is nowhere
  account_id bigint NOT NULL REFERENCES accounts,
  exclusive boolean NOT NULL, -- a manager has one at a time
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  end_reason text CHECK (end_reason IN ('logout', 'replaced', 'disabled')),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE UNIQUE INDEX one_session_a_manager ON sessions (account_id) WHERE exclusive AND ended_at IS NULL;
CREATE INDEX sessions_of_account ON sessions (account_id);
CREATE INDEX sessions_by_last_use ON sessions (last_used_at);

CREATE TABLE login_keys (
  key_id text PRIMARY KEY,
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE login_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account text NOT NULL,
  address text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX login_attempts_by_account ON login_attempts (account, at);
CREATE INDEX login_attempts_by_address ON login_attempts (address, at);

CREATE TABLE sms_codes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mobile text NOT NULL,
  code_hash bytea NOT NULL,
  address text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  tries int NOT NULL DEFAULT 0,
  used_at timestamptz
);
CREATE INDEX sms_codes_by_mobile ON sms_codes (mobile, created_at DESC);
CREATE INDEX sms_codes_by_address ON sms_codes (address, created_at DESC);

CREATE TABLE event_tickets (
  ticket_hash bytea PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  token_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Coupons -----------------------------------------------------------------------------------

CREATE TABLE coupons (
  no text PRIMARY KEY,
  property text NOT NULL CHECK (property IN ('free', 'discount', 'amount_off')),
  percent_off int CHECK (percent_off BETWEEN 1 AND 99),
  amount_off minor_units,
  currency currency,
  outlet_id bigint REFERENCES outlets, -- null: any outlet
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  voided_at timestamptz,
  CHECK ((property = 'discount') = (percent_off IS NOT NULL)),
  CHECK ((property = 'amount_off') = (amount_off IS NOT NULL AND currency IS NOT NULL))
);

-- Sold at the counter for cash.
CREATE TABLE cash_coupons (
  no text PRIMARY KEY,
  outlet_id bigint NOT NULL REFERENCES outlets,
  amount minor_units NOT NULL,
  currency currency NOT NULL,
  issued_by bigint REFERENCES accounts,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  voided_at timestamptz
);

-- Orders ------------------------------------------------------------------------------------

CREATE TABLE orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('online', 'cash_coupon', 'coin')),
  status text NOT NULL
    CHECK (status IN ('pending', 'starting', 'running', 'finished', 'failed', 'refunded', 'cancelled')),
  pay_type text NOT NULL CHECK (pay_type IN ('wechat', 'alipay', 'sandbox', 'coupon', 'cash', 'coin')),
  device_id text NOT NULL REFERENCES devices,
  outlet_id bigint NOT NULL REFERENCES outlets,
  placed_by bigint REFERENCES accounts,   -- the account that sent activate; null for a coin
  request_id uuid,
  gear gear NOT NULL,
  minutes int NOT NULL CHECK (minutes BETWEEN 1 AND 600),
  list_amount minor_units NOT NULL,       -- before a coupon
  amount minor_units NOT NULL,            -- what was taken
  currency currency NOT NULL,
  coupon_no text REFERENCES coupons,
  coupon_property text CHECK (coupon_property IN ('free', 'discount', 'amount_off')),
  cash_coupon_no text REFERENCES cash_coupons,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  end_reason text,
  overlapping boolean NOT NULL DEFAULT false, -- a coin that came while another order ran
  -- The order's time: lists filter and sort by it.
  at timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(started_at, created_at)) STORED,
  CHECK ((coupon_no IS NULL) = (coupon_property IS NULL)),
  CHECK ((started_at IS NULL) = (ends_at IS NULL)),
  CHECK (status NOT IN ('running', 'finished') OR started_at IS NOT NULL),
  CHECK (status NOT IN ('finished', 'refunded', 'failed', 'cancelled') OR ended_at IS NOT NULL),
  CHECK ((placed_by IS NULL) = (request_id IS NULL))
) WITH (fillfactor = 90);
CREATE UNIQUE INDEX one_active_order_a_device ON orders (device_id)
  WHERE status IN ('pending', 'starting', 'running');
CREATE UNIQUE INDEX one_order_a_request ON orders (placed_by, request_id) WHERE placed_by IS NOT NULL;
CREATE UNIQUE INDEX a_coupon_once ON orders (coupon_no)
  WHERE coupon_no IS NOT NULL AND status NOT IN ('failed', 'cancelled');
CREATE UNIQUE INDEX a_cash_coupon_once ON orders (cash_coupon_no)
  WHERE cash_coupon_no IS NOT NULL AND status NOT IN ('failed', 'cancelled');
CREATE INDEX orders_of_outlet ON orders (outlet_id, at DESC, id DESC);
CREATE INDEX orders_of_device ON orders (device_id, at DESC, id DESC);
CREATE INDEX orders_of_account ON orders (placed_by, at DESC, id DESC) WHERE placed_by IS NOT NULL;
-- The edges of a period that no whole hour covers.
CREATE INDEX counted_orders ON orders (outlet_id, started_at)
  INCLUDE (currency, type, amount) WHERE status IN ('running', 'finished');
CREATE INDEX orders_by_coupon ON orders (coupon_no) WHERE coupon_no IS NOT NULL;
CREATE INDEX orders_by_cash_coupon ON orders (cash_coupon_no) WHERE cash_coupon_no IS NOT NULL;
CREATE INDEX unfinished_orders ON orders (status, created_at) WHERE status IN ('pending', 'starting', 'running');

-- Money: a row is never changed, only followed by another ----------------------------------------

CREATE TABLE payments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders,
  kind text NOT NULL CHECK (kind IN ('prepared', 'paid', 'refund_due', 'refunded')),
  provider text NOT NULL CHECK (provider IN ('wechat', 'alipay', 'sandbox', 'coupon', 'cash', 'coin')),
  amount minor_units NOT NULL,
  currency currency NOT NULL,
  key text NOT NULL UNIQUE, -- what the provider knows it by; the same key is the same movement
  provider_ref text,
  pay_url text,
  reason text,
  at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (order_id, kind)
);
CREATE INDEX payments_due ON payments (order_id) WHERE kind = 'refund_due';

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER payments_are_append_only BEFORE UPDATE OR DELETE ON payments
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The chairs' messages ----------------------------------------------------------------------

CREATE TABLE commands (
  id uuid PRIMARY KEY,
  device_id text NOT NULL REFERENCES devices,
  type text NOT NULL CHECK (type IN ('start', 'stop', 'query')),
  order_id bigint REFERENCES orders,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  acked_at timestamptz,
  result text CHECK (result IN ('accepted', 'rejected')),
  reason text
);
CREATE INDEX commands_of_order ON commands (order_id) WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX one_start_an_order ON commands (order_id) WHERE type = 'start';

CREATE TABLE device_events (
  device_id text NOT NULL REFERENCES devices,
  event_id text NOT NULL,
  type text NOT NULL,
  boot_id text NOT NULL,
  seq bigint NOT NULL,
  at timestamptz NOT NULL,          -- the time that counts
  received_at timestamptz NOT NULL DEFAULT now(),
  clock_distrusted boolean NOT NULL DEFAULT false, -- its own time was a day or more off
  offline boolean NOT NULL DEFAULT false,
  order_id bigint REFERENCES orders,
  payload jsonb NOT NULL,
  PRIMARY KEY (device_id, event_id)
);
CREATE INDEX events_of_order ON device_events (order_id) WHERE order_id IS NOT NULL;

-- Feedback, files, adverts -----------------------------------------------------------------------

CREATE TABLE feedback (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL UNIQUE REFERENCES orders,
  outlet_id bigint NOT NULL REFERENCES outlets,
  account_id bigint NOT NULL REFERENCES accounts,
  problem text NOT NULL,
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 140),
  status text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'open', 'done')),
  reply text CHECK (char_length(reply) BETWEEN 1 AND 140),
  replied_by bigint REFERENCES accounts,
  replied_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX feedback_of_outlet ON feedback (outlet_id, created_at DESC, id DESC);
CREATE INDEX feedback_by_status ON feedback (outlet_id, status);

CREATE TABLE files (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  key text NOT NULL UNIQUE,
  url text NOT NULL UNIQUE,
  content_type text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  feedback_id bigint REFERENCES feedback,
  position int,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX files_of_feedback ON files (feedback_id, position) WHERE feedback_id IS NOT NULL;
CREATE INDEX files_unused ON files (created_at) WHERE feedback_id IS NULL;
CREATE INDEX files_of_account ON files (account_id);

CREATE TABLE adverts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  outlet_id bigint REFERENCES outlets, -- null: every outlet
  title text NOT NULL,
  image_url text NOT NULL,
  link_url text CHECK (link_url ~ '^https?://'),
  position int NOT NULL DEFAULT 0,
  starts_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz
);
CREATE INDEX adverts_of_outlet ON adverts (outlet_id, position);

-- What operators changed ------------------------------------------------------------------------

CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  actor text NOT NULL,
  action text NOT NULL,
  target text NOT NULL,
  before jsonb,
  after jsonb
);
CREATE TRIGGER the_audit_log_is_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
