-- Lowering a device's number took most of the time of searching through ten thousand of them.
ALTER TABLE devices ADD COLUMN lowered text NOT NULL GENERATED ALWAYS AS (lower(id COLLATE "C")) STORED;
