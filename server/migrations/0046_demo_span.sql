-- From when on the demo's orders are there: a new demo begins with its last weeks, the rest of the year follows.
ALTER TABLE demo ADD COLUMN filled_from timestamptz;
UPDATE demo SET filled_from = filled_until - interval '365 days';
ALTER TABLE demo ALTER COLUMN filled_from SET NOT NULL;
