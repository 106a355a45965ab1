-- A provider's bill of one day of its calendar: where the file is kept, and what came of comparing it with our books.
-- The row is also the lease: one server at a time works on a bill.
CREATE TABLE payment_bills (
  provider pay_type NOT NULL,
  day date NOT NULL,
  lease_until timestamptz NOT NULL,
  tries int NOT NULL DEFAULT 0,
  last_error text,
  file text,
  sha256 text,
  rows bigint NOT NULL DEFAULT 0,
  foreign_rows bigint NOT NULL DEFAULT 0,
  paid bigint NOT NULL DEFAULT 0,
  refunded bigint NOT NULL DEFAULT 0,
  fees bigint NOT NULL DEFAULT 0,
  differences int NOT NULL DEFAULT 0,
  finished_at timestamptz,
  PRIMARY KEY (provider, day)
);

-- On which bill a movement was found, and what the provider kept of it; negative where a fee came back.
ALTER TABLE payment_attempts ADD COLUMN billed_on date, ADD COLUMN fee bigint;
ALTER TABLE refunds ADD COLUMN billed_on date, ADD COLUMN fee bigint;
CREATE INDEX unbilled_attempts ON payment_attempts (provider, settled_at) WHERE state = 'paid' AND billed_on IS NULL;
CREATE INDEX unbilled_refunds ON refunds (provider, done_at) WHERE state = 'done' AND billed_on IS NULL;
