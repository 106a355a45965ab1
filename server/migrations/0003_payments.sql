-- What is sent to a provider for an attempt is kept: a repeated request must be identical. What it answers is usable
-- for a while only. After `until` the provider takes no payment for the attempt any more.
ALTER TABLE payment_attempts
  DROP COLUMN pay,
  ADD COLUMN request jsonb,
  ADD COLUMN way jsonb,
  ADD COLUMN way_until timestamptz,
  ADD COLUMN until timestamptz;
UPDATE payment_attempts SET until = created_at + interval '15 minutes';
ALTER TABLE payment_attempts ALTER COLUMN until SET NOT NULL;

-- When the payer came back from the provider's page: until the provider has said, the payment is being confirmed.
ALTER TABLE payment_attempts ADD COLUMN returned_at timestamptz;

-- Money for no order that we know is an attempt without an order: recorded, and returned like any other.
ALTER TABLE payment_attempts
  ALTER COLUMN order_id DROP NOT NULL,
  DROP CONSTRAINT payment_attempts_number_check,
  ADD CONSTRAINT payment_attempts_number_check CHECK (order_id IS NULL OR number ~ '^[A-Za-z0-9_]{6,32}$');
ALTER TABLE ledger
  ALTER COLUMN order_id DROP NOT NULL,
  ADD CONSTRAINT ledger_of_something CHECK (order_id IS NOT NULL OR attempt_id IS NOT NULL);
ALTER TABLE refunds
  ALTER COLUMN order_id DROP NOT NULL,
  ADD CONSTRAINT refunds_of_something CHECK (order_id IS NOT NULL OR attempt_id IS NOT NULL);
CREATE INDEX refunds_of_attempt ON refunds (attempt_id) WHERE attempt_id IS NOT NULL;

-- Providers' notices as they came, stored before they are judged. One without an outcome is judged again at `try_at`.
CREATE TABLE payment_notices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider pay_type NOT NULL,
  received_at timestamptz NOT NULL,
  headers jsonb NOT NULL,
  body bytea NOT NULL,
  outcome text CHECK (outcome IN ('taken', 'ignored', 'forged', 'failed')),
  detail text,
  tries int NOT NULL DEFAULT 0,
  try_at timestamptz NOT NULL
);
CREATE INDEX unjudged_notices ON payment_notices (try_at) WHERE outcome IS NULL;
CREATE INDEX notices_by_time ON payment_notices (received_at);

-- What a provider says and what we recorded, where the two differ. Each is closed by somebody, with a reason.
CREATE TABLE payment_differences (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider pay_type NOT NULL,
  kind text NOT NULL CHECK (kind IN ('wrong amount', 'unknown order', 'unknown number', 'not recorded',
    'not on the bill', 'refund not recorded', 'refund not on the bill', 'refund pending', 'bill totals')),
  -- What it is about, once a kind: our number, the provider's id, or a day.
  subject text NOT NULL,
  order_id bigint REFERENCES orders (id),
  expected bigint,
  found bigint,
  currency currency,
  detail text NOT NULL,
  found_at timestamptz NOT NULL,
  closed_at timestamptz,
  closed_by text,
  close_reason text,
  UNIQUE (provider, kind, subject),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL) AND (closed_at IS NULL) = (close_reason IS NULL))
);
CREATE INDEX open_differences ON payment_differences (id) WHERE closed_at IS NULL;

-- A failed refund waits for staff, who close it: as paid by hand (then it is done) or as not paid.
ALTER TABLE refunds
  ADD COLUMN provider_ref text,
  ADD COLUMN closed_at timestamptz,
  ADD COLUMN closed_by text,
  ADD COLUMN close_reason text,
  ADD CONSTRAINT refunds_closed CHECK ((closed_at IS NULL) = (closed_by IS NULL)
    AND (closed_at IS NULL) = (close_reason IS NULL) AND (closed_at IS NULL OR state IN ('done', 'failed')));
CREATE INDEX refunds_for_staff ON refunds (id) WHERE state = 'failed' AND closed_at IS NULL;

-- A refund that was not paid after all: the order stands as it did before.
CREATE OR REPLACE FUNCTION is_order_transition(before text, after text) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN before || ' → ' || after IN ('pending → starting', 'pending → cancelled', 'starting → running',
  'starting → finished', 'starting → failed', 'running → finished', 'running → refunded', 'finished → refunded',
  'refunded → finished');
