-- An outlet has a time zone by its IANA name: an offset is wrong for half of the year where clocks change.
ALTER TABLE outlets ADD COLUMN time_zone text;
UPDATE outlets o SET time_zone = CASE
  WHEN utc_offset = 480 AND currency = 'CNY' THEN 'Asia/Shanghai'
  WHEN utc_offset = 480 AND currency = 'RM' THEN 'Asia/Kuala_Lumpur'
  WHEN utc_offset = 480 AND currency = 'PHP' THEN 'Asia/Manila'
  -- These names have the sign the other way round: Etc/GMT-7 is UTC+7.
  WHEN utc_offset % 60 = 0 THEN 'Etc/GMT' || CASE WHEN utc_offset > 0 THEN '-' ELSE '+' END || abs(utc_offset) / 60
  ELSE (SELECT min(name) FROM pg_timezone_names z
        WHERE z.utc_offset = o.utc_offset * interval '1 minute' AND name ~ '^[A-Z][a-z]+/') END;
ALTER TABLE outlets ALTER COLUMN time_zone SET NOT NULL, DROP COLUMN utc_offset;
