-- When the chair's last state was true by its own clock: it tells an old state from a new boot.
ALTER TABLE devices ADD COLUMN state_at timestamptz;

-- What the sandbox, as a payment provider, knows of its own: nothing of ours reads it but the sandbox.
CREATE TABLE sandbox_payments (
  key text PRIMARY KEY,
  amount minor_units NOT NULL,
  currency currency NOT NULL,
  return_to text NOT NULL,
  back_to text NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid', 'declined', 'refunded')),
  ref text UNIQUE,
  paid_at timestamptz,
  refund_key text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);
