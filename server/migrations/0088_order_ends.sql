-- no transaction
-- One index instead of two: a running order and one whose stop was not answered are both looked at when their time is over.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_by_end ON orders (ends_at) WHERE status = 'running' OR stop = 'asked';
DROP INDEX CONCURRENTLY IF EXISTS running_orders_by_end;
DROP INDEX CONCURRENTLY IF EXISTS asked_stops_by_end;
