-- Amounts are whole minor units of the currency beside them. Instants are timestamptz.
-- What must never happen is refused here, not only in the code.

CREATE DOMAIN currency AS text CHECK (VALUE IN ('CNY', 'RM', 'PHP'));
CREATE DOMAIN minor_units AS bigint CHECK (VALUE >= 0);
CREATE DOMAIN gear AS text CHECK (VALUE IN ('gentle', 'standard', 'deep'));
-- A payment provider, or `cash`, `coin`, `coupon`. A new provider needs no change of the schema.
CREATE DOMAIN pay_type AS text CHECK (VALUE ~ '^[a-z][a-z0-9_]{0,31}$');

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

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
  UNIQUE (id, currency) -- target of the composite keys below: a price has the currency of its group
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

-- Outlets -----------------------------------------------------------------------------------

CREATE TABLE outlets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  address text NOT NULL,
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  currency currency NOT NULL,
  time_zone text NOT NULL, -- an IANA name, such as Asia/Shanghai
  price_group_id bigint,
  -- Kept by triggers on devices: counting chairs would visit rows that change with every heartbeat.
  devices int NOT NULL DEFAULT 0,
  numbers text NOT NULL DEFAULT '', -- the chairs' numbers in lower case, separated by spaces, for the search
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (price_group_id, currency) REFERENCES price_groups (id, currency)
);

-- Chairs ------------------------------------------------------------------------------------

CREATE TABLE devices (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{1,32}$'),
  lowered text NOT NULL GENERATED ALWAYS AS (lower(id COLLATE "C")) STORED, -- for the search
  name text NOT NULL,
  outlet_id bigint NOT NULL REFERENCES outlets,
  price_group_id bigint REFERENCES price_groups, -- null: that of the outlet
  secret_hash text NOT NULL,
  registered_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz,
  -- Presence. `online_at` is the receipt of the message that decided `online`: an older one does not overrule it.
  online boolean NOT NULL DEFAULT false,
  online_at timestamptz,
  offline_since timestamptz DEFAULT now(),
  last_seen_at timestamptz,
  -- The last state, ordered by boot and then by sequence number.
  fault_code text,
  firmware text,
  boot_id text,
  seq bigint,
  -- Coins by the chair's own meter, and by how many our own count is short of it.
  total_coins bigint NOT NULL DEFAULT 0,
  coin_difference bigint NOT NULL DEFAULT 0,
  CHECK (online = (offline_since IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX devices_of_outlet ON devices (outlet_id, id) WHERE retired_at IS NULL;
-- The few chairs that are not simply online and well.
CREATE INDEX unwell_devices ON devices (outlet_id)
  WHERE retired_at IS NULL AND (fault_code IS NOT NULL OR offline_since IS NOT NULL);

CREATE FUNCTION count_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.retired_at IS NULL THEN
    UPDATE outlets SET devices = devices - 1, numbers = regexp_replace(numbers, '(^| )' || OLD.lowered || '( |$)', ' ')
      WHERE id = OLD.outlet_id;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.retired_at IS NULL THEN
    UPDATE outlets SET devices = devices + 1, numbers = numbers || ' ' || NEW.lowered WHERE id = NEW.outlet_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_devices AFTER DELETE OR UPDATE OF outlet_id, retired_at ON devices
  FOR EACH ROW EXECUTE FUNCTION count_device();

-- New devices are counted per statement: an import of thousands into one outlet updates its row once.
CREATE FUNCTION count_new_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE outlets o SET devices = o.devices + n.devices, numbers = o.numbers || ' ' || n.numbers
    FROM (SELECT outlet_id, count(*) AS devices, string_agg(lowered, ' ') AS numbers
          FROM added WHERE retired_at IS NULL GROUP BY outlet_id) n
    WHERE o.id = n.outlet_id;
  RETURN NULL;
END $$;
CREATE TRIGGER count_new_devices AFTER INSERT ON devices REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_new_devices();

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
  token_hash bytea PRIMARY KEY, -- SHA-256; the token itself is stored nowhere
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

-- Servers cache their callers. Any change of an account, its rights or its sessions invalidates that cache.
CREATE FUNCTION notify_account(account_id bigint) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('recline', json_build_array('account', json_build_object('accountId', account_id))::text)
$$;
CREATE FUNCTION account_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_account(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER account_changed AFTER UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION account_changed();

CREATE FUNCTION account_part_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_account(coalesce(NEW.account_id, OLD.account_id));
  RETURN NULL;
END $$;
CREATE TRIGGER outlets_changed AFTER INSERT OR UPDATE OR DELETE ON account_outlets
  FOR EACH ROW EXECUTE FUNCTION account_part_changed();
CREATE TRIGGER session_deleted AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION account_part_changed();
-- A later `last_used_at` alone is not a change.
CREATE TRIGGER session_ended AFTER UPDATE ON sessions FOR EACH ROW
  WHEN (NEW.ended_at IS DISTINCT FROM OLD.ended_at OR NEW.last_used_at < OLD.last_used_at)
  EXECUTE FUNCTION account_part_changed();

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
  issued_by bigint REFERENCES accounts, -- the manager whose cash start issued and redeemed it; null: sold before
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
  pay_type pay_type NOT NULL,
  device_id text NOT NULL REFERENCES devices,
  outlet_id bigint NOT NULL REFERENCES outlets,
  placed_by bigint REFERENCES accounts, -- the account that sent activate; null for a coin
  request_id uuid,
  gear gear NOT NULL,
  minutes int NOT NULL CHECK (minutes BETWEEN 1 AND 600),
  list_amount minor_units NOT NULL, -- before a coupon
  amount minor_units NOT NULL, -- what is paid
  refunded_amount minor_units NOT NULL DEFAULT 0, -- from the moment a refund is due
  currency currency NOT NULL,
  coupon_no text REFERENCES coupons,
  coupon_property text CHECK (coupon_property IN ('free', 'discount', 'amount_off')),
  cash_coupon_no text REFERENCES cash_coupons DEFERRABLE INITIALLY DEFERRED, -- one that is issued follows its order
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  end_reason text,
  overlapping boolean NOT NULL DEFAULT false, -- a coin inserted while another order had the chair
  -- The order's time: lists filter and sort by it.
  at timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(started_at, created_at)) STORED,
  CHECK (refunded_amount <= amount),
  CHECK ((coupon_no IS NULL) = (coupon_property IS NULL)),
  CHECK ((started_at IS NULL) = (ends_at IS NULL)),
  CHECK ((started_at IS NOT NULL) = (status IN ('running', 'finished', 'refunded'))),
  CHECK ((ended_at IS NOT NULL) = (status IN ('finished', 'refunded', 'failed', 'cancelled'))),
  CHECK ((placed_by IS NULL) = (request_id IS NULL))
) WITH (fillfactor = 90);

-- The table of transitions; features/orders/lifecycle.rules.ts has the same with the reasons, and a test compares them.
CREATE FUNCTION is_order_transition(before text, after text) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN before || ' → ' || after IN (
    'pending → starting', 'pending → cancelled',
    'starting → running', 'starting → finished', 'starting → failed',
    'running → finished', 'running → refunded', 'finished → refunded');
CREATE FUNCTION refuse_order_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'order %: % → % is not a transition', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER order_transitions BEFORE UPDATE OF status ON orders FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT is_order_transition(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_order_transition();

-- One order holds a chair. An order that awaits payment holds nothing but its coupon.
CREATE UNIQUE INDEX one_holding_order_a_device ON orders (device_id) INCLUDE (id, status, outlet_id, placed_by)
  WHERE status IN ('starting', 'running');
CREATE UNIQUE INDEX one_unpaid_order_an_account ON orders (placed_by) WHERE status = 'pending';
-- A repeated request is the same order.
CREATE UNIQUE INDEX one_order_a_request ON orders (placed_by, request_id) WHERE placed_by IS NOT NULL;
-- A coupon is used once, and is usable again when its order came to nothing.
CREATE UNIQUE INDEX a_coupon_once ON orders (coupon_no)
  WHERE coupon_no IS NOT NULL AND status NOT IN ('failed', 'cancelled');
CREATE UNIQUE INDEX a_cash_coupon_once ON orders (cash_coupon_no)
  WHERE cash_coupon_no IS NOT NULL AND status NOT IN ('failed', 'cancelled');

-- Deadlines.
CREATE INDEX open_orders ON orders (status, created_at) WHERE status IN ('pending', 'starting', 'running');
CREATE INDEX running_orders_by_end ON orders (ends_at) WHERE status = 'running';
-- The edges of a period that no whole hour covers.
CREATE INDEX started_orders ON orders (outlet_id, started_at)
  INCLUDE (currency, type, status, amount, refunded_amount) WHERE started_at IS NOT NULL;

-- The order list is read newest first, by outlet, under filters. Each index ends a scan early where its filter is
-- rare, and includes the columns of the other filters, so that an index-only scan answers.
CREATE INDEX orders_of_account ON orders (placed_by, at DESC, id DESC) WHERE placed_by IS NOT NULL;
CREATE INDEX orders_by_coupon ON orders (coupon_no) WHERE coupon_no IS NOT NULL;
CREATE INDEX orders_by_cash_coupon ON orders (cash_coupon_no) WHERE cash_coupon_no IS NOT NULL;
CREATE INDEX orders_of_outlet ON orders (outlet_id, at DESC, id DESC) INCLUDE (status, type, gear);
CREATE INDEX orders_of_device ON orders (device_id, at DESC, id DESC)
  INCLUDE (outlet_id, type, status, gear, coupon_property, currency, amount, refunded_amount);
CREATE INDEX orders_by_kind ON orders (outlet_id, type, gear, at DESC, id DESC)
  INCLUDE (status, currency, amount, refunded_amount);
CREATE INDEX orders_by_status ON orders (outlet_id, status, at DESC, id DESC)
  INCLUDE (type, gear, coupon_property) WHERE status <> 'finished';
CREATE INDEX orders_by_property ON orders (outlet_id, coupon_property, at DESC, id DESC)
  INCLUDE (type, status, gear, currency, amount, refunded_amount) WHERE coupon_property IS NOT NULL;
-- For managers of hundreds of outlets: all outlets together.
CREATE INDEX orders_by_time ON orders (at DESC, id DESC) INCLUDE (outlet_id, type, status, gear);
CREATE INDEX unusual_orders_by_time ON orders (at DESC, id DESC) INCLUDE (outlet_id, status, type, gear, coupon_property)
  WHERE status IN ('failed', 'refunded', 'cancelled');
CREATE INDEX coupon_orders_by_time ON orders (at DESC, id DESC) INCLUDE (outlet_id, coupon_property, status, type, gear)
  WHERE coupon_property IS NOT NULL;

-- Money -------------------------------------------------------------------------------------

-- Each time a payer is sent to a provider is an attempt with a number of its own at that provider.
CREATE TABLE payment_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders,
  attempt int NOT NULL CHECK (attempt > 0), -- 1, 2, … within the order
  number text NOT NULL UNIQUE CHECK (number ~ '^[A-Za-z0-9_]{6,32}$'),
  provider pay_type NOT NULL,
  amount minor_units NOT NULL,
  currency currency NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paid', 'dead')),
  pay jsonb, -- how the payer pays; null until the provider has answered
  provider_ref text, -- the provider's own number
  created_at timestamptz NOT NULL,
  closing boolean NOT NULL DEFAULT false, -- the order no longer awaits it: it is closed at the provider
  query_at timestamptz NOT NULL, -- when the provider is asked next, while open
  settled_at timestamptz,
  UNIQUE (order_id, attempt),
  CHECK ((state = 'open') = (settled_at IS NULL))
);
CREATE INDEX open_attempts ON payment_attempts (query_at) WHERE state = 'open';

-- Each refund is a movement of its own. `due`: to be sent; `asked`: sent at least once, outcome unknown;
-- `pending`: accepted by the provider; `done`; `failed`: refused, staff must act.
CREATE TABLE refunds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders,
  attempt_id bigint REFERENCES payment_attempts, -- null: handed over the counter
  provider pay_type NOT NULL,
  amount minor_units NOT NULL CHECK (amount > 0),
  currency currency NOT NULL,
  surplus boolean NOT NULL DEFAULT false, -- money beyond the order's amount: not counted in refunded_amount
  reason text NOT NULL,
  requested_by text NOT NULL, -- the account or program that asked for it
  request_id uuid,
  state text NOT NULL CHECK (state IN ('due', 'asked', 'pending', 'done', 'failed')),
  tries int NOT NULL DEFAULT 0,
  try_at timestamptz NOT NULL, -- next try; while one is under way, when its lease ends
  last_error text,
  created_at timestamptz NOT NULL,
  done_at timestamptz,
  UNIQUE (order_id, request_id), -- a repeated request is the same refund
  CHECK ((state = 'done') = (done_at IS NOT NULL))
);
CREATE INDEX refunds_of_order ON refunds (order_id);
CREATE INDEX refunds_by_turn ON refunds (try_at) WHERE state IN ('due', 'asked', 'pending');

-- Every movement of money: a row is never changed, only followed by another.
CREATE TABLE ledger (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders,
  kind text NOT NULL CHECK (kind IN ('paid', 'refunded')),
  attempt_id bigint REFERENCES payment_attempts,
  refund_id bigint REFERENCES refunds,
  provider pay_type NOT NULL,
  amount minor_units NOT NULL CHECK (amount > 0),
  currency currency NOT NULL,
  provider_ref text,
  at timestamptz NOT NULL,
  CHECK ((kind = 'refunded') = (refund_id IS NOT NULL))
);
CREATE INDEX ledger_of_order ON ledger (order_id);
-- The same movement recorded twice is one row.
CREATE UNIQUE INDEX one_payment_an_attempt ON ledger (attempt_id) WHERE kind = 'paid' AND attempt_id IS NOT NULL;
CREATE UNIQUE INDEX one_cash_payment_an_order ON ledger (order_id) WHERE kind = 'paid' AND attempt_id IS NULL;
CREATE UNIQUE INDEX one_entry_a_refund ON ledger (refund_id) WHERE refund_id IS NOT NULL;
CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE ON ledger
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The sandbox provider's own books. Nothing but the sandbox reads them.
CREATE TABLE sandbox_payments (
  number text PRIMARY KEY,
  amount minor_units NOT NULL,
  currency currency NOT NULL,
  return_to text NOT NULL,
  back_to text NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid', 'declined')),
  ref text UNIQUE,
  paid_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE sandbox_refunds (
  number text PRIMARY KEY,
  payment text NOT NULL REFERENCES sandbox_payments,
  amount minor_units NOT NULL CHECK (amount > 0),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sandbox_refunds_of_payment ON sandbox_refunds (payment);

-- The chairs' messages ----------------------------------------------------------------------

-- Commands are written before they are sent, so that a crash loses none.
CREATE TABLE commands (
  id uuid PRIMARY KEY,
  device_id text NOT NULL REFERENCES devices,
  type text NOT NULL CHECK (type IN ('start', 'stop')),
  order_id bigint NOT NULL REFERENCES orders,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  acked_at timestamptz,
  result text CHECK (result IN ('accepted', 'rejected')),
  reason text
) WITH (fillfactor = 80);
CREATE INDEX commands_of_order ON commands (order_id);
CREATE UNIQUE INDEX one_start_an_order ON commands (order_id) WHERE type = 'start';
-- Stops without an answer are sent again for a while.
CREATE INDEX stops_unanswered ON commands (created_at) WHERE type = 'stop' AND result IS NULL;

-- An event takes effect once: it is stored in the transaction that acts on it.
CREATE TABLE device_events (
  device_id text NOT NULL REFERENCES devices,
  event_id text NOT NULL,
  type text NOT NULL,
  boot_id text NOT NULL,
  seq bigint NOT NULL,
  at timestamptz NOT NULL, -- the time that counts
  received_at timestamptz NOT NULL DEFAULT now(),
  clock_distrusted boolean NOT NULL DEFAULT false, -- its own time was out of bounds
  offline boolean NOT NULL DEFAULT false,
  order_id bigint REFERENCES orders,
  payload jsonb NOT NULL,
  PRIMARY KEY (device_id, event_id)
);
CREATE INDEX events_of_order ON device_events (order_id) WHERE order_id IS NOT NULL;

-- Messages that could not be handled, kept for `recline event replay`.
CREATE TABLE dead_letters (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id text NOT NULL, -- as the topic has it: there may be no such chair
  kind text NOT NULL CHECK (kind IN ('ack', 'evt')),
  payload jsonb NOT NULL,
  error text NOT NULL,
  received_at timestamptz NOT NULL,
  failed_at timestamptz NOT NULL,
  resolved_at timestamptz
);
CREATE INDEX unresolved_dead_letters ON dead_letters (id) WHERE resolved_at IS NULL;

-- The running servers. A start is given up only when every server has read what it received before the deadline.
CREATE TABLE servers (
  id uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL,
  read_until timestamptz NOT NULL -- all messages received before this instant are handled
) WITH (fillfactor = 50);

-- Feedback, files, adverts ------------------------------------------------------------------

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
  stored text UNIQUE, -- the name of the bytes on disk, new with every upload; null where another host keeps them
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

-- Revenue -----------------------------------------------------------------------------------

-- Sums by hour, day and month of the orders' start, kept by triggers in the order's own transaction. A range in any
-- offset is whole months, days and hours from here plus the edges within an hour from the orders. Gross is the amount
-- of every order that started, refunded ones included; refunds is what went back of it; net is the difference.
CREATE TABLE revenue (
  tier text NOT NULL CHECK (tier IN ('hours', 'days', 'months')),
  outlet_id bigint NOT NULL,
  currency currency NOT NULL,
  at timestamptz NOT NULL, -- where the hour, day or month begins
  online_orders int NOT NULL, -- running and finished ones
  online_gross bigint NOT NULL,
  online_refunds bigint NOT NULL,
  cash_orders int NOT NULL,
  cash_gross bigint NOT NULL,
  cash_refunds bigint NOT NULL,
  PRIMARY KEY (tier, outlet_id, currency, at)
) WITH (fillfactor = 70);

-- Days and months begin eight hours ahead of UTC, where most managers are: there a day is one row.
CREATE FUNCTION revenue_bucket(tier text, at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE
  RETURN date_trunc(rtrim(tier, 's'), at, 'Etc/GMT-8');

-- What an order adds (`sign` 1) or takes away (-1).
CREATE TYPE revenue_change AS (
  outlet_id bigint, currency currency, started_at timestamptz, type text, status text, amount bigint, refunded bigint,
  sign int
);

CREATE FUNCTION sum_revenue(tiers text[], changes revenue_change[]) RETURNS SETOF revenue LANGUAGE sql STABLE AS $$
  SELECT tier, outlet_id, currency, revenue_bucket(tier, started_at) AS at,
    coalesce(sum(sign) FILTER (WHERE type = 'online' AND status <> 'refunded'), 0)::int,
    coalesce(sum(sign * amount) FILTER (WHERE type = 'online'), 0)::bigint,
    coalesce(sum(sign * refunded) FILTER (WHERE type = 'online'), 0)::bigint,
    coalesce(sum(sign) FILTER (WHERE type <> 'online' AND status <> 'refunded'), 0)::int,
    coalesce(sum(sign * amount) FILTER (WHERE type <> 'online'), 0)::bigint,
    coalesce(sum(sign * refunded) FILTER (WHERE type <> 'online'), 0)::bigint
  FROM unnest(changes) CROSS JOIN unnest(tiers) AS t (tier) GROUP BY 1, 2, 3, 4
$$;

-- In one order of rows on every connection, so that two writers do not deadlock.
CREATE FUNCTION add_revenue(changes revenue_change[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF changes = '{}' THEN
    RETURN;
  END IF;
  INSERT INTO revenue AS r
    SELECT * FROM sum_revenue(ARRAY['hours', 'days', 'months'], changes) s
    WHERE (s.online_orders, s.online_gross, s.online_refunds, s.cash_orders, s.cash_gross, s.cash_refunds)
      <> (0, 0, 0, 0, 0, 0)
    ORDER BY s.tier, s.outlet_id, s.currency, s.at
    ON CONFLICT (tier, outlet_id, currency, at) DO UPDATE SET
      online_orders = r.online_orders + excluded.online_orders, online_gross = r.online_gross + excluded.online_gross,
      online_refunds = r.online_refunds + excluded.online_refunds, cash_orders = r.cash_orders + excluded.cash_orders,
      cash_gross = r.cash_gross + excluded.cash_gross, cash_refunds = r.cash_refunds + excluded.cash_refunds;
END $$;

CREATE FUNCTION revenue_of(o orders, sign int) RETURNS revenue_change LANGUAGE sql IMMUTABLE
  RETURN ROW(o.outlet_id, o.currency, o.started_at, o.type, o.status, o.amount, o.refunded_amount, sign)::revenue_change;

CREATE FUNCTION count_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_revenue(ARRAY(SELECT revenue_of(n, 1) FROM after n WHERE n.started_at IS NOT NULL));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_revenue(ARRAY(SELECT revenue_of(o, -1) FROM before o WHERE o.started_at IS NOT NULL));
  ELSE
    PERFORM add_revenue(ARRAY(
      SELECT revenue_of(n, 1) FROM after n WHERE n.started_at IS NOT NULL
      UNION ALL SELECT revenue_of(o, -1) FROM before o WHERE o.started_at IS NOT NULL));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_inserted_orders AFTER INSERT ON orders REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
CREATE TRIGGER count_updated_orders AFTER UPDATE ON orders REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
CREATE TRIGGER count_deleted_orders AFTER DELETE ON orders REFERENCING OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION count_orders();

-- The hours as the orders alone give them, for checking and rebuilding.
CREATE VIEW revenue_from_orders AS
  SELECT 'hours'::text AS tier, outlet_id, currency, revenue_bucket('hours', started_at) AS at,
    (count(*) FILTER (WHERE type = 'online' AND status <> 'refunded'))::int AS online_orders,
    coalesce(sum(amount) FILTER (WHERE type = 'online'), 0)::bigint AS online_gross,
    coalesce(sum(refunded_amount) FILTER (WHERE type = 'online'), 0)::bigint AS online_refunds,
    (count(*) FILTER (WHERE type <> 'online' AND status <> 'refunded'))::int AS cash_orders,
    coalesce(sum(amount) FILTER (WHERE type <> 'online'), 0)::bigint AS cash_gross,
    coalesce(sum(refunded_amount) FILTER (WHERE type <> 'online'), 0)::bigint AS cash_refunds
  FROM orders WHERE started_at IS NOT NULL
  GROUP BY 2, 3, 4;

-- The demo and the operators' log -----------------------------------------------------------

-- A database that holds the demo has this row; the next start adds the days since. Without it the demo writes nothing.
CREATE TABLE demo (
  here boolean PRIMARY KEY DEFAULT true CHECK (here),
  filled_until timestamptz NOT NULL
);

CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  actor text NOT NULL,
  action text NOT NULL,
  target text NOT NULL,
  before jsonb,
  after jsonb
);
CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
