-- What accounts without an order uploaded lately, by the address that it came from: they share quotas of a day.
CREATE TABLE upload_uses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  address text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  at timestamptz NOT NULL
);
CREATE INDEX upload_uses_of_account ON upload_uses (account_id, at);
CREATE INDEX upload_uses_of_address ON upload_uses (address, at);
CREATE INDEX upload_uses_by_age ON upload_uses (at);

-- Reports about a chair go after a time; their files are unused then, and swept as such.
CREATE INDEX feedback_reports ON feedback (created_at) WHERE order_id IS NULL;
ALTER TABLE files DROP CONSTRAINT files_feedback_id_fkey,
  ADD CONSTRAINT files_feedback_id_fkey FOREIGN KEY (feedback_id) REFERENCES feedback (id) ON DELETE SET NULL;
