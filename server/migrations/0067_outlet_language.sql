-- What the pages about an outlet speak where the phone has no language of ours, and whom they say to call. Null: as the
-- installation.
ALTER TABLE outlets
  ADD COLUMN language text CHECK (language IN ('zh_CN', 'en_US', 'id_ID')),
  ADD COLUMN service_phone text CHECK (service_phone <> '');

CREATE OR REPLACE VIEW published_outlets AS
  SELECT id, name, address, currency, time_zone, price_group_id, devices, numbers, closed_at, language, service_phone
  FROM outlets;
