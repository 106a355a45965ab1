-- The schema that the files in server/migrations lead to, for reading and review; nothing is made from it.
-- Written by `npm run schema`.

CREATE DOMAIN currency AS text
  CHECK (VALUE = ANY (ARRAY['CNY'::text, 'RM'::text, 'PHP'::text]));

CREATE DOMAIN gear AS text
  CHECK (VALUE = ANY (ARRAY['gentle'::text, 'standard'::text, 'deep'::text]));

CREATE DOMAIN minor_units AS bigint
  CHECK (VALUE >= 0);

CREATE DOMAIN pay_type AS text
  CHECK (VALUE ~ '^[a-z][a-z0-9_]{0,31}$'::text);

CREATE TYPE revenue_change AS (
  outlet_id bigint,
  currency currency,
  started_at timestamp with time zone,
  type text,
  status text,
  amount bigint,
  refunded bigint,
  sign integer
);

CREATE TABLE account_outlets (
  account_id bigint NOT NULL,
  outlet_id bigint NOT NULL,
  CONSTRAINT account_outlets_pkey PRIMARY KEY (account_id, outlet_id),
  CONSTRAINT account_outlets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT account_outlets_outlet_id_fkey FOREIGN KEY (outlet_id) REFERENCES outlets(id)
);
CREATE INDEX managers_of_outlet ON account_outlets USING btree (outlet_id);
CREATE TRIGGER outlets_changed AFTER INSERT OR DELETE OR UPDATE ON account_outlets FOR EACH ROW EXECUTE FUNCTION account_part_changed();

CREATE TABLE accounts (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  role text NOT NULL,
  account text,
  mobile text,
  name text NOT NULL,
  password_hash text,
  permissions text[] DEFAULT '{}'::text[] NOT NULL,
  bound_outlet_id bigint,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  merged_into bigint,
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_mobile_key UNIQUE (mobile),
  CONSTRAINT account_is_canonical CHECK (account ~ '^[a-z0-9][a-z0-9._@+-]{0,63}$'::text),
  CONSTRAINT accounts_permissions_check CHECK (permissions <@ ARRAY['home'::text, 'details'::text, 'user'::text]),
  CONSTRAINT accounts_role_check CHECK (role = ANY (ARRAY['manager'::text, 'consumer'::text, 'operator'::text])),
  CONSTRAINT mobile_is_e164 CHECK (mobile ~ '^\+[1-9]\d{6,14}$'::text),
  CONSTRAINT staff_has_a_login CHECK (role = 'consumer'::text OR account IS NOT NULL),
  CONSTRAINT accounts_bound_outlet_id_fkey FOREIGN KEY (bound_outlet_id) REFERENCES outlets(id),
  CONSTRAINT accounts_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES accounts(id)
);
CREATE INDEX accounts_by_last_digits ON accounts USING btree ("right"(mobile, 4)) WHERE mobile IS NOT NULL;
CREATE INDEX merged_accounts ON accounts USING btree (merged_into) WHERE merged_into IS NOT NULL;
CREATE UNIQUE INDEX one_account_a_login ON accounts USING btree (account);
CREATE TRIGGER account_changed AFTER UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION account_changed();

CREATE TABLE advert_pictures (
  advert_id bigint NOT NULL,
  name text NOT NULL,
  content_type text NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT advert_pictures_pkey PRIMARY KEY (advert_id),
  CONSTRAINT advert_pictures_name_key UNIQUE (name),
  CONSTRAINT advert_pictures_content_check CHECK (octet_length(content) <= 2097152),
  CONSTRAINT advert_pictures_advert_id_fkey FOREIGN KEY (advert_id) REFERENCES adverts(id) ON DELETE CASCADE
);

CREATE TABLE adverts (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  outlet_id bigint,
  title text NOT NULL,
  image_url text NOT NULL,
  link_url text,
  "position" integer DEFAULT 0 NOT NULL,
  starts_at timestamp with time zone DEFAULT now() NOT NULL,
  ends_at timestamp with time zone,
  language text,
  CONSTRAINT adverts_pkey PRIMARY KEY (id),
  CONSTRAINT adverts_language_check CHECK (language = ANY (ARRAY['zh_CN'::text, 'en_US'::text, 'id_ID'::text])),
  CONSTRAINT adverts_link_url_check CHECK (link_url ~ '^https?://'::text),
  CONSTRAINT adverts_outlet_id_fkey FOREIGN KEY (outlet_id) REFERENCES outlets(id)
);
CREATE INDEX adverts_of_outlet ON adverts USING btree (outlet_id, "position");

CREATE TABLE agreements (
  version text NOT NULL,
  texts jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT agreements_pkey PRIMARY KEY (version)
);

CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  target text NOT NULL,
  before jsonb,
  after jsonb,
  CONSTRAINT audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_by_target ON audit_log USING btree (target);
CREATE TRIGGER audit_log_is_append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE cash_coupons (
  no text NOT NULL,
  outlet_id bigint NOT NULL,
  amount minor_units NOT NULL,
  currency currency NOT NULL,
  issued_by bigint,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  voided_at timestamp with time zone,
  CONSTRAINT cash_coupons_pkey PRIMARY KEY (no),
  CONSTRAINT cash_coupons_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES accounts(id),
  CONSTRAINT cash_coupons_outlet_id_fkey FOREIGN KEY (outlet_id) REFERENCES outlets(id)
);

CREATE TABLE commands (
  id uuid NOT NULL,
  device_id text NOT NULL,
  type text NOT NULL,
  order_id bigint NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  acked_at timestamp with time zone,
  result text,
  reason text,
  CONSTRAINT commands_pkey PRIMARY KEY (id),
  CONSTRAINT commands_result_check CHECK (result = ANY (ARRAY['accepted'::text, 'rejected'::text])),
  CONSTRAINT commands_type_check CHECK (type = ANY (ARRAY['start'::text, 'stop'::text])),
  CONSTRAINT commands_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  CONSTRAINT commands_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
) WITH (fillfactor=80);
CREATE INDEX commands_by_time ON commands USING brin (created_at);
CREATE INDEX commands_of_order ON commands USING btree (order_id);
CREATE UNIQUE INDEX one_start_an_order ON commands USING btree (order_id) WHERE type = 'start'::text;
CREATE INDEX stops_unanswered ON commands USING btree (created_at) WHERE type = 'stop'::text AND result IS NULL;

CREATE TABLE consents (
  account_id bigint NOT NULL,
  version text NOT NULL,
  occasion text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT consents_pkey PRIMARY KEY (account_id, version, occasion),
  CONSTRAINT consents_occasion_check CHECK (occasion = ANY (ARRAY['payment'::text, 'number'::text])),
  CONSTRAINT consents_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  CONSTRAINT consents_version_fkey FOREIGN KEY (version) REFERENCES agreements(version)
);

CREATE TABLE coupons (
  no text NOT NULL,
  property text NOT NULL,
  percent_off integer,
  amount_off minor_units,
  currency currency,
  outlet_id bigint,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  voided_at timestamp with time zone,
  CONSTRAINT coupons_pkey PRIMARY KEY (no),
  CONSTRAINT coupons_check CHECK ((property = 'discount'::text) = (percent_off IS NOT NULL)),
  CONSTRAINT coupons_check1 CHECK ((property = 'amount_off'::text) = (amount_off IS NOT NULL AND currency IS NOT NULL)),
  CONSTRAINT coupons_percent_off_check CHECK (percent_off >= 1 AND percent_off <= 99),
  CONSTRAINT coupons_property_check CHECK (property = ANY (ARRAY['free'::text, 'discount'::text, 'amount_off'::text])),
  CONSTRAINT coupons_outlet_id_fkey FOREIGN KEY (outlet_id) REFERENCES outlets(id)
);

CREATE TABLE dead_letters (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  device_id text NOT NULL,
  kind text NOT NULL,
  payload jsonb NOT NULL,
  error text NOT NULL,
  received_at timestamp with time zone NOT NULL,
  failed_at timestamp with time zone NOT NULL,
  resolved_at timestamp with time zone,
  CONSTRAINT dead_letters_pkey PRIMARY KEY (id),
  CONSTRAINT dead_letters_kind_check CHECK (kind = ANY (ARRAY['ack'::text, 'evt'::text]))
);
CREATE INDEX unresolved_dead_letters ON dead_letters USING btree (id) WHERE resolved_at IS NULL;

CREATE TABLE demo (
  here boolean DEFAULT true NOT NULL,
  filled_until timestamp with time zone NOT NULL,
  filled_from timestamp with time zone NOT NULL,
  CONSTRAINT demo_pkey PRIMARY KEY (here),
  CONSTRAINT demo_here_check CHECK (here)
);

CREATE TABLE device_events (
  device_id text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  boot_id text NOT NULL,
  seq bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  received_at timestamp with time zone DEFAULT now() NOT NULL,
  clock_distrusted boolean DEFAULT false NOT NULL,
  offline boolean DEFAULT false NOT NULL,
  order_id bigint,
  payload jsonb,
  suspicion text,
  CONSTRAINT device_events_pkey PRIMARY KEY (device_id, event_id),
  CONSTRAINT device_events_suspicion_check CHECK (suspicion = ANY (ARRAY['currency'::text, 'amount'::text])),
  CONSTRAINT device_events_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  CONSTRAINT device_events_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX events_by_time ON device_events USING brin (received_at);
CREATE INDEX events_of_order ON device_events USING btree (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX suspicious_events ON device_events USING btree (received_at) WHERE suspicion IS NOT NULL;

CREATE TABLE devices (
  id text NOT NULL,
  lowered text GENERATED ALWAYS AS (lower(id COLLATE "C")) STORED NOT NULL,
  name text NOT NULL,
  outlet_id bigint NOT NULL,
  price_group_id bigint,
  secret_hash text NOT NULL,
  registered_at timestamp with time zone DEFAULT now() NOT NULL,
  retired_at timestamp with time zone,
  online boolean DEFAULT false NOT NULL,
  online_at timestamp with time zone,
  offline_since timestamp with time zone DEFAULT now(),
  last_seen_at timestamp with time zone,
  fault_code text,
  firmware text,
  boot_id text,
  seq bigint,
  total_coins bigint DEFAULT 0 NOT NULL,
  coin_difference bigint DEFAULT 0 NOT NULL,
  fault_since timestamp with time zone,
  replaced_at timestamp with time zone,
  broker_hash text,
  fault_boot_id text,
  fault_seq bigint,
  boot_bar bigint,
  CONSTRAINT devices_pkey PRIMARY KEY (id),
  CONSTRAINT devices_check CHECK (online = (offline_since IS NULL)),
  CONSTRAINT devices_id_check CHECK (id ~ '^[A-Za-z0-9_-]{1,32}$'::text),
  CONSTRAINT devices_outlet_id_fkey FOREIGN KEY (outlet_id) REFERENCES outlets(id),
  CONSTRAINT devices_price_group_id_fkey FOREIGN KEY (price_group_id) REFERENCES price_groups(id)
) WITH (fillfactor=80);
CREATE INDEX devices_lowered ON devices USING btree (lowered);
CREATE INDEX devices_of_outlet ON devices USING btree (outlet_id, id) WHERE retired_at IS NULL;
CREATE INDEX unwell_devices ON devices USING btree (outlet_id) WHERE retired_at IS NULL AND (fault_code IS NOT NULL OR offline_since IS NOT NULL);
CREATE TRIGGER count_devices AFTER DELETE OR UPDATE OF outlet_id, retired_at ON devices FOR EACH ROW EXECUTE FUNCTION count_device();
CREATE TRIGGER count_new_devices AFTER INSERT ON devices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_devices();
CREATE TRIGGER note_fault_since BEFORE INSERT OR UPDATE OF fault_code ON devices FOR EACH ROW EXECUTE FUNCTION note_fault_since();

CREATE TABLE event_tickets (
  ticket_hash bytea NOT NULL,
  account_id bigint NOT NULL,
  token_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT event_tickets_pkey PRIMARY KEY (ticket_hash),
  CONSTRAINT event_tickets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX event_tickets_of_account ON event_tickets USING btree (account_id, expires_at);

CREATE TABLE feedback (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  order_id bigint,
  outlet_id bigint NOT NULL,
  account_id bigint NOT NULL,
  problem text NOT NULL,
  description text NOT NULL,
  status text DEFAULT 'new'::text NOT NULL,
  reply text,
  replied_by bigint,
  replied_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  device_id text,
  language text,
  client text,
  CONSTRAINT feedback_pkey PRIMARY KEY (id),
  CONSTRAINT feedback_order_id_key UNIQUE (order_id),
  CONSTRAINT feedback_about CHECK ((order_id IS NULL) <> (device_id IS NULL)),
  CONSTRAINT feedback_client_check CHECK (octet_length(client) >= 1 AND octet_length(client) <= 1024),
  CONSTRAINT feedback_description_check CHECK (octet_length(description) <= 2048),
  CONSTRAINT feedback_language_check CHECK (language = ANY (ARRAY['zh_CN'::text, 'en_US'::text, 'id_ID'::text])),
  CONSTRAINT feedback_reply_check CHECK (octet_length(reply) >= 1 AND octet_length(reply) <= 2048),
  CONSTRAINT feedback_status_check CHECK (status = ANY (ARRAY['new'::text, 'open'::text, 'done'::text])),
  CONSTRAINT feedback_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT feedback_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  CONSTRAINT feedback_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT feedback_outlet_id_fkey FOREIGN KEY (outlet_id) REFERENCES outlets(id),
  CONSTRAINT feedback_replied_by_fkey FOREIGN KEY (replied_by) REFERENCES accounts(id)
);
CREATE INDEX feedback_by_status ON feedback USING btree (outlet_id, status);
CREATE INDEX feedback_of_account ON feedback USING btree (account_id);
CREATE INDEX feedback_of_outlet ON feedback USING btree (outlet_id, created_at DESC, id DESC);
CREATE INDEX feedback_reports ON feedback USING btree (created_at) WHERE order_id IS NULL;

CREATE TABLE files (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  account_id bigint NOT NULL,
  key text NOT NULL,
  url text NOT NULL,
  stored text,
  content_type text NOT NULL,
  bytes bigint NOT NULL,
  feedback_id bigint,
  "position" integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT files_pkey PRIMARY KEY (id),
  CONSTRAINT files_key_key UNIQUE (key),
  CONSTRAINT files_stored_key UNIQUE (stored),
  CONSTRAINT files_url_key UNIQUE (url),
  CONSTRAINT files_bytes_check CHECK (bytes >= 0),
  CONSTRAINT files_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT files_feedback_id_fkey FOREIGN KEY (feedback_id) REFERENCES feedback(id) ON DELETE SET NULL
);
CREATE INDEX files_of_account ON files USING btree (account_id);
CREATE INDEX files_of_feedback ON files USING btree (feedback_id, "position") WHERE feedback_id IS NOT NULL;
CREATE INDEX files_unused ON files USING btree (created_at) WHERE feedback_id IS NULL;

CREATE TABLE ledger (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  order_id bigint,
  kind text NOT NULL,
  attempt_id bigint,
  refund_id bigint,
  provider pay_type NOT NULL,
  amount minor_units NOT NULL,
  currency currency NOT NULL,
  provider_ref text,
  at timestamp with time zone NOT NULL,
  CONSTRAINT ledger_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_amount_check CHECK (amount::bigint > 0),
  CONSTRAINT ledger_check CHECK ((kind = 'refunded'::text) = (refund_id IS NOT NULL)),
  CONSTRAINT ledger_kind_check CHECK (kind = ANY (ARRAY['paid'::text, 'refunded'::text])),
  CONSTRAINT ledger_of_something CHECK (order_id IS NOT NULL OR attempt_id IS NOT NULL),
  CONSTRAINT ledger_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  CONSTRAINT ledger_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT ledger_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id)
);
CREATE INDEX ledger_of_order ON ledger USING btree (order_id);
CREATE UNIQUE INDEX one_cash_payment_an_order ON ledger USING btree (order_id) WHERE kind = 'paid'::text AND attempt_id IS NULL;
CREATE UNIQUE INDEX one_entry_a_refund ON ledger USING btree (refund_id) WHERE refund_id IS NOT NULL;
CREATE UNIQUE INDEX one_payment_an_attempt ON ledger USING btree (attempt_id, COALESCE(refund_id, 0::bigint)) WHERE attempt_id IS NOT NULL;
CREATE TRIGGER ledger_is_append_only BEFORE DELETE OR UPDATE ON ledger FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE login_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  account text NOT NULL,
  address text NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT login_attempts_pkey PRIMARY KEY (id)
);
CREATE INDEX login_attempts_by_account ON login_attempts USING btree (account, at);
CREATE INDEX login_attempts_by_address ON login_attempts USING btree (address, at);

CREATE TABLE login_keys (
  key_id text NOT NULL,
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT login_keys_pkey PRIMARY KEY (key_id)
);

CREATE TABLE migrations (
  name text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  checksum text,
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE orders (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  pay_type pay_type NOT NULL,
  device_id text NOT NULL,
  outlet_id bigint NOT NULL,
  placed_by bigint,
  request_id uuid,
  gear gear NOT NULL,
  minutes integer NOT NULL,
  list_amount minor_units NOT NULL,
  amount minor_units NOT NULL,
  refunded_amount minor_units DEFAULT 0 NOT NULL,
  currency currency NOT NULL,
  coupon_no text,
  coupon_property text,
  cash_coupon_no text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  started_at timestamp with time zone,
  ends_at timestamp with time zone,
  ended_at timestamp with time zone,
  end_reason text,
  overlapping boolean DEFAULT false NOT NULL,
  at timestamp with time zone GENERATED ALWAYS AS (COALESCE(started_at, created_at)) STORED NOT NULL,
  order_no text NOT NULL,
  stop text,
  owed_amount minor_units DEFAULT 0 NOT NULL,
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT only_what_ran_is_stopped CHECK (stop IS NULL OR (status = ANY (ARRAY['finished'::text, 'refunded'::text]))),
  CONSTRAINT orders_check CHECK (refunded_amount::bigint <= amount::bigint),
  CONSTRAINT orders_check1 CHECK ((coupon_no IS NULL) = (coupon_property IS NULL)),
  CONSTRAINT orders_check2 CHECK ((started_at IS NULL) = (ends_at IS NULL)),
  CONSTRAINT orders_check3 CHECK ((started_at IS NOT NULL) = (status = ANY (ARRAY['running'::text, 'finished'::text, 'refunded'::text]))),
  CONSTRAINT orders_check4 CHECK ((ended_at IS NOT NULL) = (status = ANY (ARRAY['finished'::text, 'refunded'::text, 'failed'::text, 'cancelled'::text]))),
  CONSTRAINT orders_check5 CHECK ((placed_by IS NULL) = (request_id IS NULL)),
  CONSTRAINT orders_coupon_property_check CHECK (coupon_property = ANY (ARRAY['free'::text, 'discount'::text, 'amount_off'::text])),
  CONSTRAINT orders_minutes_check CHECK (minutes >= 1 AND minutes <= 600),
  CONSTRAINT orders_status_check CHECK (status = ANY (ARRAY['pending'::text, 'starting'::text, 'running'::text, 'finished'::text, 'failed'::text, 'refunded'::text, 'cancelled'::text])),
  CONSTRAINT orders_stop_check CHECK (stop = ANY (ARRAY['asked'::text, 'confirmed'::text, 'unanswered'::text])),
  CONSTRAINT orders_type_check CHECK (type = ANY (ARRAY['online'::text, 'cash_coupon'::text, 'coin'::text])),
  CONSTRAINT owes_no_more_than_it_cost CHECK (owed_amount::bigint <= amount::bigint),
  CONSTRAINT orders_cash_coupon_no_fkey FOREIGN KEY (cash_coupon_no) REFERENCES cash_coupons(no) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT orders_coupon_no_fkey FOREIGN KEY (coupon_no) REFERENCES coupons(no),
  CONSTRAINT orders_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  CONSTRAINT orders_outlet_id_fkey FOREIGN KEY (outlet_id) REFERENCES outlets(id),
  CONSTRAINT orders_placed_by_fkey FOREIGN KEY (placed_by) REFERENCES accounts(id)
) WITH (fillfactor=90, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000);
CREATE INDEX all_orders_by_time ON orders USING btree (at DESC, id DESC) INCLUDE (outlet_id, type, status, gear, coupon_property, currency);
CREATE UNIQUE INDEX one_holding_order_a_device ON orders USING btree (device_id) INCLUDE (id, status, outlet_id, placed_by) WHERE status = ANY (ARRAY['starting'::text, 'running'::text]);
CREATE UNIQUE INDEX one_order_a_request ON orders USING btree (placed_by, request_id) WHERE placed_by IS NOT NULL;
CREATE UNIQUE INDEX one_unpaid_order_an_account ON orders USING btree (placed_by) WHERE status = 'pending'::text;
CREATE UNIQUE INDEX one_use_a_cash_coupon ON orders USING btree (cash_coupon_no, (
CASE
    WHEN status = ANY (ARRAY['failed'::text, 'cancelled'::text]) THEN id
    ELSE 0::bigint
END)) WHERE cash_coupon_no IS NOT NULL;
CREATE UNIQUE INDEX one_use_a_coupon ON orders USING btree (coupon_no, (
CASE
    WHEN status = ANY (ARRAY['failed'::text, 'cancelled'::text]) THEN id
    ELSE 0::bigint
END)) WHERE coupon_no IS NOT NULL;
CREATE INDEX open_orders ON orders USING btree (status, created_at) WHERE status = ANY (ARRAY['pending'::text, 'starting'::text, 'running'::text]);
CREATE UNIQUE INDEX order_numbers ON orders USING btree (reverse(order_no) text_pattern_ops);
CREATE INDEX orders_by_end ON orders USING btree (ends_at) WHERE status = 'running'::text OR stop = 'asked'::text;
CREATE INDEX orders_of_account ON orders USING btree (placed_by, at DESC, id DESC) WHERE placed_by IS NOT NULL;
CREATE INDEX orders_of_device ON orders USING btree (device_id, at DESC, id DESC) INCLUDE (outlet_id, type, status, gear, coupon_property, currency, amount, refunded_amount);
CREATE INDEX orders_with_coupon ON orders USING btree (coupon_property, at DESC, id DESC) INCLUDE (outlet_id, type, status, gear, currency) WHERE coupon_property IS NOT NULL;
CREATE INDEX outlet_orders_by_time ON orders USING btree (outlet_id, at DESC, id DESC) INCLUDE (type, status, gear, coupon_property, currency, amount, refunded_amount);
CREATE INDEX unfinished_orders_by_time ON orders USING btree (status, at DESC, id DESC) INCLUDE (outlet_id, type, gear, coupon_property, currency) WHERE status <> 'finished'::text;
CREATE TRIGGER count_deleted_orders AFTER DELETE ON orders REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
CREATE TRIGGER count_inserted_orders AFTER INSERT ON orders REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
CREATE TRIGGER count_updated_orders AFTER UPDATE ON orders REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
CREATE TRIGGER number_order BEFORE INSERT ON orders FOR EACH ROW WHEN (new.order_no IS NULL) EXECUTE FUNCTION number_order();
CREATE TRIGGER order_number_stays BEFORE UPDATE OF order_no ON orders FOR EACH ROW WHEN (old.order_no <> new.order_no) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER order_transitions BEFORE UPDATE OF status ON orders FOR EACH ROW WHEN (old.status <> new.status AND NOT is_order_transition(old.status, new.status)) EXECUTE FUNCTION refuse_order_transition();
CREATE TRIGGER stop_transitions BEFORE UPDATE OF stop ON orders FOR EACH ROW WHEN (old.stop IS DISTINCT FROM new.stop AND NOT is_stop_transition(old.stop, new.stop)) EXECUTE FUNCTION refuse_stop_transition();

CREATE TABLE outlets (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  address text NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  currency currency NOT NULL,
  time_zone text NOT NULL,
  price_group_id bigint,
  devices integer DEFAULT 0 NOT NULL,
  numbers text DEFAULT ''::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  closed_at timestamp with time zone,
  language text,
  service_phone text,
  CONSTRAINT outlets_pkey PRIMARY KEY (id),
  CONSTRAINT outlets_language_check CHECK (language = ANY (ARRAY['zh_CN'::text, 'en_US'::text, 'id_ID'::text])),
  CONSTRAINT outlets_latitude_check CHECK (latitude >= '-90'::integer::double precision AND latitude <= 90::double precision),
  CONSTRAINT outlets_longitude_check CHECK (longitude >= '-180'::integer::double precision AND longitude <= 180::double precision),
  CONSTRAINT outlets_service_phone_check CHECK (service_phone <> ''::text),
  CONSTRAINT time_zone_is_known CHECK (timezone(time_zone, '1970-01-01 00:00:00+00'::timestamp with time zone) IS NOT NULL),
  CONSTRAINT outlets_price_group_id_currency_fkey FOREIGN KEY (price_group_id, currency) REFERENCES price_groups(id, currency)
);

CREATE TABLE payment_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  order_id bigint,
  attempt integer NOT NULL,
  number text NOT NULL,
  provider pay_type NOT NULL,
  amount minor_units NOT NULL,
  currency currency NOT NULL,
  state text DEFAULT 'open'::text NOT NULL,
  provider_ref text,
  created_at timestamp with time zone NOT NULL,
  closing boolean DEFAULT false NOT NULL,
  query_at timestamp with time zone NOT NULL,
  settled_at timestamp with time zone,
  request jsonb,
  way jsonb,
  way_until timestamp with time zone,
  until timestamp with time zone NOT NULL,
  returned_at timestamp with time zone,
  billed_on date,
  fee bigint,
  answered_at timestamp with time zone,
  CONSTRAINT payment_attempts_pkey PRIMARY KEY (id),
  CONSTRAINT payment_attempts_number_key UNIQUE (number),
  CONSTRAINT payment_attempts_order_id_attempt_key UNIQUE (order_id, attempt),
  CONSTRAINT payment_attempts_attempt_check CHECK (attempt > 0),
  CONSTRAINT payment_attempts_check CHECK ((state = 'open'::text) = (settled_at IS NULL)),
  CONSTRAINT payment_attempts_number_check CHECK (order_id IS NULL OR number ~ '^[A-Za-z0-9_]{6,32}$'::text),
  CONSTRAINT payment_attempts_state_check CHECK (state = ANY (ARRAY['open'::text, 'paid'::text, 'dead'::text])),
  CONSTRAINT payment_attempts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
) WITH (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000);
CREATE INDEX open_attempts ON payment_attempts USING btree (query_at) WHERE state = 'open'::text;
CREATE INDEX payer_traces ON payment_attempts USING btree (created_at) WHERE request IS NOT NULL OR way IS NOT NULL;
CREATE INDEX payment_attempts_by_ref ON payment_attempts USING btree (provider_ref) WHERE provider_ref IS NOT NULL;
CREATE INDEX unbilled_attempts ON payment_attempts USING btree (provider, settled_at) WHERE state = 'paid'::text AND billed_on IS NULL;

CREATE TABLE payment_bills (
  provider pay_type NOT NULL,
  day date NOT NULL,
  lease_until timestamp with time zone NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  last_error text,
  file text,
  sha256 text,
  rows bigint DEFAULT 0 NOT NULL,
  foreign_rows bigint DEFAULT 0 NOT NULL,
  differences integer DEFAULT 0 NOT NULL,
  finished_at timestamp with time zone,
  searched_at timestamp with time zone,
  sums jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT payment_bills_pkey PRIMARY KEY (provider, day)
);

CREATE TABLE payment_differences (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  provider pay_type NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  order_id bigint,
  expected bigint,
  found bigint,
  currency currency,
  detail text NOT NULL,
  found_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  closed_by text,
  close_reason text,
  CONSTRAINT payment_differences_pkey PRIMARY KEY (id),
  CONSTRAINT payment_differences_provider_kind_subject_key UNIQUE (provider, kind, subject),
  CONSTRAINT payment_differences_check CHECK ((closed_at IS NULL) = (closed_by IS NULL) AND (closed_at IS NULL) = (close_reason IS NULL)),
  CONSTRAINT payment_differences_kind_check CHECK (kind = ANY (ARRAY['wrong amount'::text, 'unknown order'::text, 'unknown number'::text, 'not recorded'::text, 'not on the bill'::text, 'refund not recorded'::text, 'refund not on the bill'::text, 'refund pending'::text, 'bill totals'::text, 'bill missing'::text])),
  CONSTRAINT payment_differences_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX open_differences ON payment_differences USING btree (id) WHERE closed_at IS NULL;

CREATE TABLE payment_notices (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  provider pay_type NOT NULL,
  received_at timestamp with time zone NOT NULL,
  headers jsonb NOT NULL,
  body bytea NOT NULL,
  outcome text,
  detail text,
  tries integer DEFAULT 0 NOT NULL,
  try_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_notices_pkey PRIMARY KEY (id),
  CONSTRAINT payment_notices_outcome_check CHECK (outcome = ANY (ARRAY['taken'::text, 'ignored'::text, 'forged'::text, 'failed'::text]))
);
CREATE INDEX forged_notices ON payment_notices USING btree (id) WHERE outcome = 'forged'::text;
CREATE INDEX notices_by_time ON payment_notices USING btree (received_at);
CREATE INDEX unjudged_notices ON payment_notices USING btree (try_at) WHERE outcome IS NULL;

CREATE TABLE price_groups (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  currency currency NOT NULL,
  CONSTRAINT price_groups_pkey PRIMARY KEY (id),
  CONSTRAINT price_groups_id_currency_key UNIQUE (id, currency),
  CONSTRAINT price_groups_name_key UNIQUE (name)
);

CREATE TABLE price_plans (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  price_group_id bigint NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  prices jsonb NOT NULL,
  planned_by text NOT NULL,
  CONSTRAINT price_plans_pkey PRIMARY KEY (id),
  CONSTRAINT price_plans_price_group_id_starts_at_key UNIQUE (price_group_id, starts_at),
  CONSTRAINT price_plans_price_group_id_fkey FOREIGN KEY (price_group_id) REFERENCES price_groups(id)
);
CREATE INDEX price_plans_by_start ON price_plans USING btree (starts_at);

CREATE TABLE prices (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  price_group_id bigint NOT NULL,
  gear gear NOT NULL,
  minutes integer NOT NULL,
  amount minor_units NOT NULL,
  currency currency NOT NULL,
  recommended boolean DEFAULT false NOT NULL,
  retired_at timestamp with time zone,
  CONSTRAINT prices_pkey PRIMARY KEY (id),
  CONSTRAINT prices_minutes_check CHECK (minutes >= 1 AND minutes <= 600),
  CONSTRAINT prices_price_group_id_currency_fkey FOREIGN KEY (price_group_id, currency) REFERENCES price_groups(id, currency)
);
CREATE INDEX prices_of_group ON prices USING btree (price_group_id) WHERE retired_at IS NULL;

CREATE TABLE rate_limit_uses (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  scope text NOT NULL,
  key text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT rate_limit_uses_pkey PRIMARY KEY (id)
);
CREATE INDEX rate_limit_uses_by_key ON rate_limit_uses USING btree (scope, key, at);
CREATE INDEX rate_limit_uses_by_time ON rate_limit_uses USING btree (at);

CREATE TABLE refunds (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  order_id bigint,
  attempt_id bigint,
  provider pay_type NOT NULL,
  amount minor_units NOT NULL,
  currency currency NOT NULL,
  surplus boolean DEFAULT false NOT NULL,
  reason text NOT NULL,
  requested_by text NOT NULL,
  request_id uuid,
  state text NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  try_at timestamp with time zone NOT NULL,
  last_error text,
  created_at timestamp with time zone NOT NULL,
  done_at timestamp with time zone,
  provider_ref text,
  closed_at timestamp with time zone,
  closed_by text,
  close_reason text,
  billed_on date,
  fee bigint,
  CONSTRAINT refunds_pkey PRIMARY KEY (id),
  CONSTRAINT refunds_order_id_request_id_key UNIQUE (order_id, request_id),
  CONSTRAINT refunds_amount_check CHECK (amount::bigint > 0),
  CONSTRAINT refunds_check CHECK ((state = 'done'::text) = (done_at IS NOT NULL)),
  CONSTRAINT refunds_closed CHECK ((closed_at IS NULL) = (closed_by IS NULL) AND (closed_at IS NULL) = (close_reason IS NULL) AND (closed_at IS NULL OR (state = ANY (ARRAY['done'::text, 'failed'::text])))),
  CONSTRAINT refunds_of_something CHECK (order_id IS NOT NULL OR attempt_id IS NOT NULL),
  CONSTRAINT refunds_state_check CHECK (state = ANY (ARRAY['due'::text, 'asked'::text, 'pending'::text, 'done'::text, 'failed'::text])),
  CONSTRAINT refunds_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  CONSTRAINT refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX refunds_by_turn ON refunds USING btree (try_at) WHERE state = ANY (ARRAY['due'::text, 'asked'::text, 'pending'::text]);
CREATE INDEX refunds_for_staff ON refunds USING btree (id) WHERE state = 'failed'::text AND closed_at IS NULL;
CREATE INDEX refunds_of_attempt ON refunds USING btree (attempt_id) WHERE attempt_id IS NOT NULL;
CREATE INDEX refunds_of_order ON refunds USING btree (order_id);
CREATE INDEX refunds_open ON refunds USING btree (state, created_at) WHERE state <> 'done'::text;
CREATE INDEX unbilled_refunds ON refunds USING btree (provider, done_at) WHERE state = 'done'::text AND billed_on IS NULL;

CREATE TABLE retention_marks (
  kind text NOT NULL,
  swept_until timestamp with time zone NOT NULL,
  CONSTRAINT retention_marks_pkey PRIMARY KEY (kind),
  CONSTRAINT retention_marks_kind_check CHECK (kind = ANY (ARRAY['events'::text, 'commands'::text, 'guests'::text, 'unpaid orders'::text]))
);

CREATE TABLE revenue (
  tier text NOT NULL,
  outlet_id bigint NOT NULL,
  currency currency NOT NULL,
  at timestamp with time zone NOT NULL,
  online_orders integer NOT NULL,
  online_gross bigint NOT NULL,
  online_refunds bigint NOT NULL,
  cash_orders integer NOT NULL,
  cash_gross bigint NOT NULL,
  cash_refunds bigint NOT NULL,
  CONSTRAINT revenue_pkey PRIMARY KEY (tier, outlet_id, currency, at),
  CONSTRAINT revenue_tier_check CHECK (tier = ANY (ARRAY['hours'::text, 'days'::text, 'months'::text]))
) WITH (fillfactor=70);

CREATE TABLE sandbox_payments (
  number text NOT NULL,
  amount minor_units NOT NULL,
  currency currency NOT NULL,
  return_to text NOT NULL,
  back_to text NOT NULL,
  status text DEFAULT 'open'::text NOT NULL,
  ref text,
  paid_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT sandbox_payments_pkey PRIMARY KEY (number),
  CONSTRAINT sandbox_payments_ref_key UNIQUE (ref),
  CONSTRAINT sandbox_payments_status_check CHECK (status = ANY (ARRAY['open'::text, 'paid'::text, 'declined'::text]))
);

CREATE TABLE sandbox_refunds (
  number text NOT NULL,
  payment text NOT NULL,
  amount minor_units NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT sandbox_refunds_pkey PRIMARY KEY (number),
  CONSTRAINT sandbox_refunds_amount_check CHECK (amount::bigint > 0),
  CONSTRAINT sandbox_refunds_payment_fkey FOREIGN KEY (payment) REFERENCES sandbox_payments(number)
);
CREATE INDEX sandbox_refunds_of_payment ON sandbox_refunds USING btree (payment);

CREATE TABLE secrets (
  name text NOT NULL,
  value text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT secrets_pkey PRIMARY KEY (name)
);

CREATE TABLE servers (
  id uuid NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  read_until timestamp with time zone NOT NULL,
  CONSTRAINT servers_pkey PRIMARY KEY (id)
) WITH (fillfactor=50);

CREATE TABLE sessions (
  token_hash bytea NOT NULL,
  account_id bigint NOT NULL,
  exclusive boolean NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone DEFAULT now() NOT NULL,
  ended_at timestamp with time zone,
  end_reason text,
  CONSTRAINT sessions_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sessions_check CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  CONSTRAINT sessions_end_reason_check CHECK (end_reason = ANY (ARRAY['logout'::text, 'replaced'::text, 'disabled'::text])),
  CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX ended_sessions ON sessions USING btree (ended_at) WHERE ended_at IS NOT NULL;
CREATE UNIQUE INDEX one_session_a_manager ON sessions USING btree (account_id) WHERE exclusive AND ended_at IS NULL;
CREATE INDEX sessions_by_last_use ON sessions USING btree (last_used_at);
CREATE INDEX sessions_of_account ON sessions USING btree (account_id);
CREATE TRIGGER session_deleted AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION account_part_changed();
CREATE TRIGGER session_ended AFTER UPDATE ON sessions FOR EACH ROW WHEN (new.ended_at IS DISTINCT FROM old.ended_at OR new.last_used_at < old.last_used_at) EXECUTE FUNCTION account_part_changed();

CREATE TABLE sms_codes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  mobile text NOT NULL,
  code_hash bytea NOT NULL,
  address text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  used_at timestamp with time zone,
  country text,
  networks text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT sms_codes_pkey PRIMARY KEY (id)
);
CREATE INDEX sms_codes_by_mobile ON sms_codes USING btree (mobile, created_at DESC);
CREATE INDEX sms_codes_by_network ON sms_codes USING gin (networks);
CREATE INDEX sms_codes_by_time_and_country ON sms_codes USING btree (created_at, country);

CREATE TABLE upload_reservations (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  account_id bigint NOT NULL,
  bytes bigint NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT upload_reservations_pkey PRIMARY KEY (id),
  CONSTRAINT upload_reservations_bytes_check CHECK (bytes >= 0),
  CONSTRAINT upload_reservations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX upload_reservations_of_account ON upload_reservations USING btree (account_id);

CREATE TABLE upload_uses (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  account_id bigint NOT NULL,
  address text NOT NULL,
  bytes bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  networks text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT upload_uses_pkey PRIMARY KEY (id),
  CONSTRAINT upload_uses_bytes_check CHECK (bytes >= 0),
  CONSTRAINT upload_uses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX upload_uses_by_age ON upload_uses USING btree (at);
CREATE INDEX upload_uses_by_network ON upload_uses USING gin (networks);
CREATE INDEX upload_uses_of_account ON upload_uses USING btree (account_id, at);

CREATE TABLE wallet_states (
  state_hash bytea NOT NULL,
  browser_hash bytea NOT NULL,
  wallet text NOT NULL,
  return_to text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT wallet_states_pkey PRIMARY KEY (state_hash)
);

CREATE TABLE wallets (
  wallet text NOT NULL,
  user_id text NOT NULL,
  account_id bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  CONSTRAINT wallets_pkey PRIMARY KEY (wallet, user_id),
  CONSTRAINT wallets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX wallets_of_account ON wallets USING btree (account_id, wallet, last_used_at DESC);

CREATE VIEW published_accounts AS
 SELECT id,
    role,
    account,
    mobile
   FROM accounts;

CREATE VIEW published_audit AS
 SELECT at,
    actor,
    action,
    target
   FROM audit_log;

CREATE VIEW published_cash_coupons AS
 SELECT no,
    outlet_id,
    amount,
    currency,
    expires_at,
    voided_at
   FROM cash_coupons;

CREATE VIEW published_chair_holders AS
 SELECT device_id,
    outlet_id,
    id AS order_id,
    placed_by,
    ends_at
   FROM orders
  WHERE status = ANY (ARRAY['starting'::text, 'running'::text]);

CREATE VIEW published_confirming_payments AS
 SELECT order_id
   FROM payment_attempts
  WHERE state = 'open'::text AND NOT closing AND returned_at IS NOT NULL AND (answered_at IS NULL OR answered_at < returned_at);

CREATE VIEW published_coupon_uses AS
 SELECT id AS order_id,
    coupon_no,
    cash_coupon_no
   FROM orders
  WHERE (status <> ALL (ARRAY['failed'::text, 'cancelled'::text])) AND (coupon_no IS NOT NULL OR cash_coupon_no IS NOT NULL);

CREATE VIEW published_coupons AS
 SELECT no,
    property,
    percent_off,
    amount_off,
    currency,
    outlet_id,
    expires_at,
    voided_at
   FROM coupons;

CREATE VIEW published_devices AS
 SELECT id,
    name,
    outlet_id,
    price_group_id,
    online,
    offline_since,
    fault_code,
    registered_at,
    retired_at
   FROM devices;

CREATE VIEW published_feedback AS
 SELECT id,
    order_id,
    outlet_id,
    status,
    problem,
    description,
    reply,
    created_at,
    replied_at,
    account_id
   FROM feedback;

CREATE VIEW published_files AS
 SELECT key,
    account_id
   FROM files;

CREATE VIEW published_ledger AS
 SELECT order_id,
    kind,
    provider,
    provider_ref,
    amount,
    currency,
    at
   FROM ledger;

CREATE VIEW published_open_refunds AS
 SELECT order_id
   FROM refunds
  WHERE NOT surplus AND state <> 'done'::text AND closed_at IS NULL;

CREATE VIEW published_order_refunds AS
 SELECT id,
    order_id,
    amount,
    state,
    created_at,
    done_at,
        CASE
            WHEN state = 'done'::text AND closed_at IS NOT NULL AND provider_ref IS NULL THEN 'hand'::text
            ELSE provider::text
        END AS way
   FROM refunds
  WHERE NOT surplus AND NOT (state = 'failed'::text AND closed_at IS NOT NULL);

CREATE VIEW published_orders AS
 SELECT id,
    type,
    status,
    pay_type,
    device_id,
    outlet_id,
    placed_by,
    gear,
    minutes,
    amount,
    refunded_amount,
    currency,
    coupon_no,
    cash_coupon_no,
    at,
    created_at,
    started_at,
    ends_at,
    ended_at,
    end_reason
   FROM orders;

CREATE VIEW published_outlets AS
 SELECT id,
    name,
    address,
    currency,
    time_zone,
    price_group_id,
    devices,
    numbers,
    closed_at,
    language,
    service_phone
   FROM outlets;

CREATE VIEW published_payment_attempts AS
 SELECT order_id,
    attempt,
    number,
    provider,
    provider_ref,
    state,
    created_at
   FROM payment_attempts;

CREATE VIEW published_payment_differences AS
 SELECT order_id
   FROM payment_differences;

CREATE VIEW published_price_groups AS
 SELECT id,
    name,
    currency
   FROM price_groups;

CREATE VIEW published_prices AS
 SELECT id,
    price_group_id,
    gear,
    minutes,
    amount,
    currency,
    recommended
   FROM prices
  WHERE retired_at IS NULL;

CREATE VIEW published_refunds AS
 SELECT order_id,
    amount,
    currency,
    state,
    reason,
    requested_by,
    last_error,
    created_at
   FROM refunds;

CREATE VIEW published_upload_reservations AS
 SELECT account_id
   FROM upload_reservations;

CREATE VIEW revenue_from_orders AS
 SELECT 'hours'::text AS tier,
    outlet_id,
    currency,
    revenue_bucket('hours'::text, started_at) AS at,
    count(*) FILTER (WHERE type = 'online'::text AND status <> 'refunded'::text)::integer AS online_orders,
    COALESCE(sum(amount::bigint) FILTER (WHERE type = 'online'::text), 0::numeric)::bigint AS online_gross,
    COALESCE(sum(refunded_amount::bigint) FILTER (WHERE type = 'online'::text), 0::numeric)::bigint AS online_refunds,
    count(*) FILTER (WHERE type <> 'online'::text AND status <> 'refunded'::text)::integer AS cash_orders,
    COALESCE(sum(amount::bigint) FILTER (WHERE type <> 'online'::text), 0::numeric)::bigint AS cash_gross,
    COALESCE(sum(refunded_amount::bigint) FILTER (WHERE type <> 'online'::text), 0::numeric)::bigint AS cash_refunds
   FROM orders
  WHERE started_at IS NOT NULL
  GROUP BY outlet_id, currency, (revenue_bucket('hours'::text, started_at));

CREATE OR REPLACE FUNCTION account_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM notify_account(NEW.id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION account_part_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM notify_account(coalesce(NEW.account_id, OLD.account_id));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION add_revenue(changes revenue_change[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF changes = '{}' THEN
    RETURN;
  END IF;
  INSERT INTO revenue AS r
    SELECT * FROM sum_revenue(ARRAY['hours', 'days', 'months'], changes) s
    WHERE (s.online_orders, s.online_gross, s.online_refunds, s.cash_orders, s.cash_gross, s.cash_refunds)
      <> (0, 0, 0, 0, 0, 0)
    ORDER BY s.outlet_id, s.currency, s.tier DESC, s.at
    ON CONFLICT (tier, outlet_id, currency, at) DO UPDATE SET
      online_orders = r.online_orders + excluded.online_orders, online_gross = r.online_gross + excluded.online_gross,
      online_refunds = r.online_refunds + excluded.online_refunds, cash_orders = r.cash_orders + excluded.cash_orders,
      cash_gross = r.cash_gross + excluded.cash_gross, cash_refunds = r.cash_refunds + excluded.cash_refunds;
END $function$;

CREATE OR REPLACE FUNCTION count_device()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.retired_at IS NULL THEN
    UPDATE outlets SET devices = devices - 1, numbers = regexp_replace(numbers, '(^| )' || OLD.lowered || '( |$)', ' ')
      WHERE id = OLD.outlet_id;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.retired_at IS NULL THEN
    UPDATE outlets SET devices = devices + 1, numbers = numbers || ' ' || NEW.lowered WHERE id = NEW.outlet_id;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION count_new_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE outlets o SET devices = o.devices + n.devices, numbers = o.numbers || ' ' || n.numbers
    FROM (SELECT outlet_id, count(*) AS devices, string_agg(lowered, ' ') AS numbers
          FROM added WHERE retired_at IS NULL GROUP BY outlet_id) n
    WHERE o.id = n.outlet_id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION count_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION device_numbered(number text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE STRICT
AS $function$
BEGIN
  RETURN (SELECT CASE WHEN bool_or(id = number) THEN number WHEN count(*) = 1 THEN min(id) END
    FROM devices WHERE lowered = lower(number COLLATE "C") COLLATE "default" AND retired_at IS NULL);
END $function$;

CREATE OR REPLACE FUNCTION is_order_transition(before text, after text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (((before || ' → '::text) || after) = ANY (ARRAY['pending → starting'::text, 'pending → cancelled'::text, 'starting → running'::text, 'starting → finished'::text, 'starting → failed'::text, 'running → finished'::text, 'running → refunded'::text, 'finished → refunded'::text, 'refunded → finished'::text]));

CREATE OR REPLACE FUNCTION is_stop_transition(before text, after text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (((COALESCE(before, 'none'::text) || ' → '::text) || COALESCE(after, 'none'::text)) = ANY (ARRAY['none → asked'::text, 'asked → confirmed'::text, 'asked → unanswered'::text, 'unanswered → confirmed'::text]));

CREATE OR REPLACE FUNCTION lock_counted_orders()
 RETURNS void
 LANGUAGE sql
AS $function$
  LOCK TABLE orders IN SHARE ROW EXCLUSIVE MODE;
$function$;

CREATE OR REPLACE FUNCTION note_fault_since()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.fault_since := CASE
    WHEN NEW.fault_code IS NULL THEN NULL
    WHEN TG_OP = 'UPDATE' AND OLD.fault_code IS NOT NULL THEN OLD.fault_since
    ELSE least(coalesce(NEW.last_seen_at, now()), now())
  END;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION notify_account(account_id bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  SELECT pg_notify('recline', json_build_array('account', json_build_object('accountId', account_id))::text)
$function$;

CREATE OR REPLACE FUNCTION number_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  SELECT order_number(NEW.id, NEW.created_at, time_zone) INTO NEW.order_no FROM outlets WHERE id = NEW.outlet_id;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION order_number(id bigint, created_at timestamp with time zone, time_zone text)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN ((to_char((created_at AT TIME ZONE time_zone), 'YYMMDD'::text) || repeat('0'::text, (7 - length((id)::text)))) || id);

CREATE OR REPLACE FUNCTION pause_counting()
 RETURNS void
 LANGUAGE sql
AS $function$
  ALTER TABLE orders DISABLE TRIGGER count_inserted_orders, DISABLE TRIGGER count_updated_orders,
    DISABLE TRIGGER count_deleted_orders;
$function$;

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $function$;

CREATE OR REPLACE FUNCTION refuse_order_transition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'order %: % → % is not a transition', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $function$;

CREATE OR REPLACE FUNCTION refuse_stop_transition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% → % is not a transition of a stop', coalesce(OLD.stop, 'none'), coalesce(NEW.stop, 'none');
END $function$;

CREATE OR REPLACE FUNCTION resume_counting()
 RETURNS void
 LANGUAGE sql
AS $function$
  SET CONSTRAINTS ALL IMMEDIATE;
  ALTER TABLE orders ENABLE TRIGGER count_inserted_orders, ENABLE TRIGGER count_updated_orders,
    ENABLE TRIGGER count_deleted_orders;
$function$;

CREATE OR REPLACE FUNCTION revenue_bucket(tier text, at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN date_trunc(rtrim(tier, 's'::text), at, 'Etc/GMT-8'::text);

CREATE OR REPLACE FUNCTION revenue_of(o orders, sign integer)
 RETURNS revenue_change
 LANGUAGE sql
 IMMUTABLE
RETURN ROW((o).outlet_id, (o).currency, (o).started_at, (o).type, (o).status, ((o).amount)::bigint, ((o).refunded_amount)::bigint, sign)::revenue_change;

CREATE OR REPLACE FUNCTION sum_revenue(tiers text[], changes revenue_change[])
 RETURNS SETOF revenue
 LANGUAGE sql
 STABLE
AS $function$
  SELECT tier, outlet_id, currency, revenue_bucket(tier, started_at) AS at,
    coalesce(sum(sign) FILTER (WHERE type = 'online' AND status <> 'refunded'), 0)::int,
    coalesce(sum(sign * amount) FILTER (WHERE type = 'online'), 0)::bigint,
    coalesce(sum(sign * refunded) FILTER (WHERE type = 'online'), 0)::bigint,
    coalesce(sum(sign) FILTER (WHERE type <> 'online' AND status <> 'refunded'), 0)::int,
    coalesce(sum(sign * amount) FILTER (WHERE type <> 'online'), 0)::bigint,
    coalesce(sum(sign * refunded) FILTER (WHERE type <> 'online'), 0)::bigint
  FROM unnest(changes) CROSS JOIN unnest(tiers) AS t (tier) GROUP BY 1, 2, 3, 4
$function$;
