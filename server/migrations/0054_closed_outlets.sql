-- An outlet that is closed: it takes no new orders, and its history stays.
ALTER TABLE outlets ADD COLUMN closed_at timestamptz;

CREATE OR REPLACE VIEW published_outlets AS
  SELECT id, name, address, currency, time_zone, price_group_id, devices, numbers, closed_at FROM outlets;
