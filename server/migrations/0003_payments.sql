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
