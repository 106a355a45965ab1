-- Rows of these tables change several times in their first minutes. With PostgreSQL's default, a fifth of a large table
-- may be dead before it is vacuumed.
ALTER TABLE orders SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
ALTER TABLE payment_attempts SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
