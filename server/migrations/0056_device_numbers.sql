CREATE INDEX devices_lowered ON devices (lowered);

-- The chair in service with a number, without regard to case: that very number, else the only one that differs in case
-- alone. Null where there are several of those, so that nobody pays for another chair than the one in front of them.
CREATE FUNCTION device_numbered(number text) RETURNS text LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN (SELECT CASE WHEN bool_or(id = number) THEN number WHEN count(*) = 1 THEN min(id) END
    FROM devices WHERE lowered = lower(number COLLATE "C") AND retired_at IS NULL);
END $$;
