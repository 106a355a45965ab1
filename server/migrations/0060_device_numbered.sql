-- A comparison in collation "C" is not served by the index on `lowered`, which has the default collation: every start
-- read all devices.
CREATE OR REPLACE FUNCTION device_numbered(number text) RETURNS text LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN (SELECT CASE WHEN bool_or(id = number) THEN number WHEN count(*) = 1 THEN min(id) END
    FROM devices WHERE lowered = lower(number COLLATE "C") COLLATE "default" AND retired_at IS NULL);
END $$;
