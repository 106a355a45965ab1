-- Whether a chair that was told to stop said that it did, and what an order's end owes its guest in all. An order of a
-- time before this has neither.
ALTER TABLE orders ADD COLUMN stop text, ADD COLUMN owed_amount minor_units NOT NULL DEFAULT 0;
ALTER TABLE orders
  ADD CONSTRAINT orders_stop_check CHECK (stop IN ('asked', 'confirmed', 'unanswered')),
  ADD CONSTRAINT only_what_ran_is_stopped CHECK (stop IS NULL OR status IN ('finished', 'refunded')),
  ADD CONSTRAINT owes_no_more_than_it_cost CHECK (owed_amount <= amount);

CREATE INDEX asked_stops_by_end ON orders (ends_at) WHERE stop = 'asked';

CREATE FUNCTION is_stop_transition(before text, after text) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN coalesce(before, 'none') || ' → ' || coalesce(after, 'none') IN
  ('none → asked', 'asked → confirmed', 'asked → unanswered', 'unanswered → confirmed');

CREATE FUNCTION refuse_stop_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% → % is not a transition of a stop', coalesce(OLD.stop, 'none'), coalesce(NEW.stop, 'none');
END $$;

CREATE TRIGGER stop_transitions BEFORE UPDATE OF stop ON orders FOR EACH ROW
  WHEN (OLD.stop IS DISTINCT FROM NEW.stop AND NOT is_stop_transition(OLD.stop, NEW.stop))
  EXECUTE FUNCTION refuse_stop_transition();
