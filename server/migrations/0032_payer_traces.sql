-- no transaction
-- Attempts that still tell of their payer, for erasing them after a time. Only open attempts are in it, and those that
-- were settled before this version.
CREATE INDEX CONCURRENTLY IF NOT EXISTS payer_traces ON payment_attempts (created_at)
  WHERE request IS NOT NULL OR way IS NOT NULL;
