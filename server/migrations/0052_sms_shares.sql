-- Codes are limited by country and by network. `networks`: the address as limits count it, and the wider IPv6 networks.
ALTER TABLE sms_codes ADD COLUMN country text, ADD COLUMN networks text[] NOT NULL DEFAULT '{}';
UPDATE sms_codes SET networks = ARRAY[address];
CREATE INDEX sms_codes_by_network ON sms_codes USING gin (networks);
-- The budgets of an hour and of a day are counted from the index alone.
CREATE INDEX sms_codes_by_time_and_country ON sms_codes (created_at, country);
DROP INDEX sms_codes_by_time;
DROP INDEX sms_codes_by_address;
