-- no transaction
-- The payload of an old event is dropped; its key stays, so that a replay is recognised.
ALTER TABLE device_events ALTER COLUMN payload DROP NOT NULL;

-- Progress of retention: everything received before `swept_until` has been processed.
CREATE TABLE IF NOT EXISTS retention_marks (
  kind text PRIMARY KEY CHECK (kind IN ('events', 'commands')),
  swept_until timestamptz NOT NULL
);

-- Rows arrive in the order of time, so BRIN finds an hour of them and costs next to nothing when one is written.
CREATE INDEX CONCURRENTLY IF NOT EXISTS events_by_time ON device_events USING brin (received_at);
CREATE INDEX CONCURRENTLY IF NOT EXISTS commands_by_time ON commands USING brin (created_at);
CREATE INDEX CONCURRENTLY IF NOT EXISTS ended_sessions ON sessions (ended_at) WHERE ended_at IS NOT NULL;
