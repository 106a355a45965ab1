-- A database that holds the demo says so, and up to when its orders reach: the next start adds the
-- days since. A database without this row is never touched by the demo.
CREATE TABLE demo (
  here boolean PRIMARY KEY DEFAULT true CHECK (here),
  filled_until timestamptz NOT NULL
);
