-- Files without an order are limited by network. `networks`: the address as limits count it, and the wider IPv6 networks.
ALTER TABLE upload_uses ADD COLUMN networks text[] NOT NULL DEFAULT '{}';
UPDATE upload_uses SET networks = ARRAY[address];
CREATE INDEX upload_uses_by_network ON upload_uses USING gin (networks);
DROP INDEX upload_uses_of_address;
