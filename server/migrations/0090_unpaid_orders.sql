-- no transaction
-- Orders that nobody paid go after a time, with their closed payment attempts; then guests who have no order left, with
-- their consents.
ALTER TABLE retention_marks DROP CONSTRAINT IF EXISTS retention_marks_kind_check;
ALTER TABLE retention_marks ADD CONSTRAINT retention_marks_kind_check
  CHECK (kind IN ('events', 'commands', 'guests', 'unpaid orders'));

ALTER TABLE payment_attempts DROP CONSTRAINT IF EXISTS payment_attempts_order_id_fkey;
ALTER TABLE payment_attempts ADD CONSTRAINT payment_attempts_order_id_fkey
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE NOT VALID;
ALTER TABLE payment_attempts VALIDATE CONSTRAINT payment_attempts_order_id_fkey;

-- All entries of an attempt in one index: an attempt that is deleted is looked for in the ledger first.
DROP INDEX IF EXISTS one_payment_of_attempt;
CREATE UNIQUE INDEX CONCURRENTLY one_payment_of_attempt ON ledger
  (attempt_id, (coalesce(refund_id, 0))) WHERE attempt_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS one_payment_an_attempt;
ALTER INDEX one_payment_of_attempt RENAME TO one_payment_an_attempt;

CREATE OR REPLACE VIEW published_payment_differences AS
  SELECT order_id FROM payment_differences;

ALTER TABLE consents DROP CONSTRAINT IF EXISTS consents_account_id_fkey;
ALTER TABLE consents ADD CONSTRAINT consents_account_id_fkey
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
DROP VIEW IF EXISTS published_consents;
