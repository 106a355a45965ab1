-- Since when a chair reports its fault, for what a manager reads in the list of abnormal chairs.
ALTER TABLE devices ADD COLUMN fault_since timestamptz;
UPDATE devices SET fault_since = least(coalesce(last_seen_at, now()), now()) WHERE fault_code IS NOT NULL;

CREATE FUNCTION note_fault_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.fault_since := CASE
    WHEN NEW.fault_code IS NULL THEN NULL
    WHEN TG_OP = 'UPDATE' AND OLD.fault_code IS NOT NULL THEN OLD.fault_since
    ELSE least(coalesce(NEW.last_seen_at, now()), now())
  END;
  RETURN NEW;
END $$;
CREATE TRIGGER note_fault_since BEFORE INSERT OR UPDATE OF fault_code ON devices
  FOR EACH ROW EXECUTE FUNCTION note_fault_since();

-- An order is found by the last digits of its guest's number, or by the number on the payer's bill.
CREATE INDEX accounts_by_end_of_mobile ON accounts (reverse(mobile) text_pattern_ops) WHERE mobile IS NOT NULL;
CREATE INDEX payment_attempts_by_ref ON payment_attempts (provider_ref) WHERE provider_ref IS NOT NULL;

-- In which language a guest reads a reply, and on what phone the problem was seen.
ALTER TABLE feedback ADD language text CHECK (language IN ('zh_CN', 'en_US', 'id_ID')),
  ADD client text CHECK (octet_length(client) BETWEEN 1 AND 1024);
