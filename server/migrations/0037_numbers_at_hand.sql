-- The numbers of an outlet's devices, lowered and one after the other: a search looks through these first, and then
-- only at the devices of outlets where it found something. A device's row changes with every heartbeat, these do not.
ALTER TABLE outlets ADD COLUMN numbers text NOT NULL DEFAULT '';
UPDATE outlets o SET numbers = coalesce(
  (SELECT string_agg(d.lowered, ' ') FROM devices d WHERE d.outlet_id = o.id AND d.retired_at IS NULL), '');

-- Each change starts from what is there, so that none is lost where several come at once.
CREATE OR REPLACE FUNCTION count_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.retired_at IS NULL THEN
    UPDATE outlets SET devices = devices - 1, numbers = regexp_replace(numbers, '(^| )' || OLD.lowered || '( |$)', ' ')
      WHERE id = OLD.outlet_id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.retired_at IS NULL THEN
    UPDATE outlets SET devices = devices + 1, numbers = numbers || ' ' || NEW.lowered WHERE id = NEW.outlet_id;
  END IF;
  RETURN NULL;
END $$;
