-- Uses of what is limited by time (server/src/platform/rate-limit.ts): a row a use and key.
CREATE TABLE rate_limit_uses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  scope text NOT NULL,
  key text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX rate_limit_uses_by_key ON rate_limit_uses (scope, key, at);
CREATE INDEX rate_limit_uses_by_time ON rate_limit_uses (at);

-- Uploads that are under way: they count towards the quota of their account from their first byte. One that a crash left
-- behind counts until it expires.
CREATE TABLE upload_reservations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  expires_at timestamptz NOT NULL
);
CREATE INDEX upload_reservations_of_account ON upload_reservations (account_id);

-- A coin that somebody should look at: of another currency than its outlet's, or above any price there.
ALTER TABLE device_events ADD suspicion text CHECK (suspicion IN ('currency', 'amount'));
CREATE INDEX suspicious_events ON device_events (received_at) WHERE suspicion IS NOT NULL;

-- Feedback is about an order, or about a chair without one. Characters are graphemes, which the server counts; the
-- database bounds the bytes.
ALTER TABLE feedback ALTER order_id DROP NOT NULL, ADD device_id text REFERENCES devices,
  DROP CONSTRAINT feedback_description_check, DROP CONSTRAINT feedback_reply_check,
  ADD CONSTRAINT feedback_about CHECK ((order_id IS NULL) <> (device_id IS NULL)),
  ADD CONSTRAINT feedback_description_check CHECK (octet_length(description) <= 2048),
  ADD CONSTRAINT feedback_reply_check CHECK (octet_length(reply) BETWEEN 1 AND 2048);

-- Pictures of adverts that the server itself serves.
CREATE TABLE advert_pictures (
  advert_id bigint PRIMARY KEY REFERENCES adverts ON DELETE CASCADE,
  name text NOT NULL UNIQUE,
  content_type text NOT NULL,
  content bytea NOT NULL CHECK (octet_length(content) <= 2097152)
);
