-- A price list that takes effect later. A server applies it when it is due, and removes it here.
CREATE TABLE price_plans (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  price_group_id bigint NOT NULL REFERENCES price_groups (id),
  starts_at timestamptz NOT NULL,
  prices jsonb NOT NULL,
  planned_by text NOT NULL,
  UNIQUE (price_group_id, starts_at)
);
CREATE INDEX price_plans_by_start ON price_plans (starts_at);

ALTER TABLE devices
  -- When the board of a number was last replaced. What was received before it is of the old board.
  ADD COLUMN replaced_at timestamptz,
  -- The secret as an outside broker stores it (Mosquitto's $7$); null for secrets made before there was this column.
  ADD COLUMN broker_hash text;
