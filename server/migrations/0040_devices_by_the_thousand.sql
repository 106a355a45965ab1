-- Devices that come together are counted together: one by one, each would write its outlet's numbers anew, and ten
-- thousand into one outlet took longer than a statement may.
DROP TRIGGER count_devices ON devices;
CREATE OR REPLACE FUNCTION count_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.retired_at IS NULL THEN
    UPDATE outlets SET devices = devices - 1, numbers = regexp_replace(numbers, '(^| )' || OLD.lowered || '( |$)', ' ')
      WHERE id = OLD.outlet_id;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.retired_at IS NULL THEN
    UPDATE outlets SET devices = devices + 1, numbers = numbers || ' ' || NEW.lowered WHERE id = NEW.outlet_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_devices AFTER DELETE OR UPDATE OF outlet_id, retired_at ON devices
  FOR EACH ROW EXECUTE FUNCTION count_device();

CREATE FUNCTION count_new_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE outlets o SET devices = o.devices + n.devices, numbers = o.numbers || ' ' || n.numbers
    FROM (SELECT outlet_id, count(*) AS devices, string_agg(lowered, ' ') AS numbers
          FROM added WHERE retired_at IS NULL GROUP BY outlet_id) n
    WHERE o.id = n.outlet_id;
  RETURN NULL;
END $$;
CREATE TRIGGER count_new_devices AFTER INSERT ON devices REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_new_devices();
