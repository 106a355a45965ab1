-- When the provider first said, after its payer had come back, that a payment is not made. No promise: the payer may
-- still be typing a PIN.
ALTER TABLE payment_attempts ADD COLUMN answered_at timestamptz;

CREATE OR REPLACE VIEW published_confirming_payments AS
  SELECT order_id FROM payment_attempts
  WHERE state = 'open' AND NOT closing AND returned_at IS NOT NULL AND (answered_at IS NULL OR answered_at < returned_at);
