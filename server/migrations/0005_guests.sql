-- Mobile numbers in E.164 (contract/src/mobile.ts), accounts without a number, wallets and consents.

-- The spellings that were accepted so far. National numbers of the four countries do not overlap, so no country has to
-- be assumed. Null: not a mobile number of theirs, nor one with a calling code.
CREATE FUNCTION pg_temp.e164(given text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(
    '+86' || substring(given from '^(?:(?:\+|00)?86)?(1[3-9]\d{9})$'),
    '+60' || substring(given from '^(?:(?:\+|00)?60|0)0?(1(?:1\d{8}|[02-46-9]\d{7}))$'),
    '+63' || substring(given from '^(?:(?:\+|00)?63|0)0?(9\d{9})$'),
    '+62' || substring(given from '^(?:(?:\+|00)?62|0)0?(8[1-9]\d{7,10})$'),
    substring(given from '^\+[1-9]\d{6,14}$'))
$$;

CREATE TEMPORARY TABLE numbers ON COMMIT DROP AS
  SELECT id, mobile, number, first_value(id) OVER (PARTITION BY number ORDER BY role = 'consumer', account IS NULL, id) AS kept
  FROM (SELECT id, role, account, mobile, pg_temp.e164(mobile) AS number FROM accounts WHERE mobile IS NOT NULL) a;
UPDATE numbers SET kept = id WHERE number IS NULL;

-- One number, one account. Accounts of one number become the oldest of them, with the orders and files of all; it is
-- disabled if one of them was, and bound to the outlet that one of them was bound to.
DO $$
DECLARE
  torn text;
BEGIN
  SELECT string_agg(n.number, ', ') INTO torn
    FROM (SELECT n.number FROM numbers n JOIN accounts a USING (id) WHERE n.number IS NOT NULL
          GROUP BY 1 HAVING count(DISTINCT a.bound_outlet_id) > 1) n;
  IF torn IS NOT NULL THEN
    RAISE EXCEPTION 'These mobile numbers have several accounts, in several spellings, that are bound to different outlets: %. Unbind all but one of each with the version before this one (recline member unbind), then start again.', torn;
  END IF;
END $$;

INSERT INTO audit_log (actor, action, target, before, after)
  SELECT 'migration', 'member merge', 'account ' || n.number,
    jsonb_agg(jsonb_build_object('id', a.id, 'mobile', a.mobile, 'boundOutletId', a.bound_outlet_id,
      'disabledAt', a.disabled_at) ORDER BY a.id), jsonb_build_object('id', n.kept, 'mobile', n.number)
  FROM numbers n JOIN accounts a USING (id) WHERE n.number IS NOT NULL GROUP BY n.number, n.kept HAVING count(*) > 1;
INSERT INTO audit_log (actor, action, target, before, after)
  SELECT 'migration', 'member number removed', 'account ' || id, jsonb_build_object('mobile', mobile), NULL
  FROM numbers WHERE number IS NULL;

UPDATE orders o SET status = 'cancelled', ended_at = now(), end_reason = 'replaced'
  FROM numbers n WHERE o.placed_by = n.id AND o.status = 'pending' AND EXISTS (
    SELECT FROM orders newer JOIN numbers m ON m.id = newer.placed_by
    WHERE m.kept = n.kept AND newer.status = 'pending' AND newer.id > o.id);
UPDATE orders o SET placed_by = n.kept FROM numbers n WHERE o.placed_by = n.id AND n.id <> n.kept;
UPDATE files f SET account_id = n.kept FROM numbers n WHERE f.account_id = n.id AND n.id <> n.kept;
UPDATE feedback f SET account_id = n.kept FROM numbers n WHERE f.account_id = n.id AND n.id <> n.kept;
DELETE FROM event_tickets t USING numbers n WHERE t.account_id = n.id AND n.id <> n.kept;
DELETE FROM sessions s USING numbers n WHERE s.account_id = n.id AND n.id <> n.kept;
UPDATE accounts a SET disabled_at = m.disabled_at, bound_outlet_id = m.bound_outlet_id
  FROM (SELECT n.kept, min(b.disabled_at) AS disabled_at, max(b.bound_outlet_id) AS bound_outlet_id
        FROM numbers n JOIN accounts b USING (id) GROUP BY n.kept HAVING count(*) > 1) m
  WHERE a.id = m.kept;
DELETE FROM accounts a USING numbers n WHERE a.id = n.id AND n.id <> n.kept;
-- A session of somebody who is disabled since the merge.
UPDATE sessions s SET ended_at = now(), end_reason = 'disabled'
  FROM accounts a WHERE a.id = s.account_id AND a.disabled_at IS NOT NULL AND s.ended_at IS NULL;

-- A guest has no login at all until it gives a number.
ALTER TABLE accounts DROP CONSTRAINT accounts_check;
UPDATE accounts a SET mobile = n.number FROM numbers n WHERE a.id = n.id AND a.mobile IS DISTINCT FROM n.number;
ALTER TABLE accounts ADD CONSTRAINT staff_has_a_login CHECK (role = 'consumer' OR account IS NOT NULL);
ALTER TABLE accounts ADD CONSTRAINT mobile_is_e164 CHECK (mobile ~ '^\+[1-9]\d{6,14}$');
-- Where the orders, files and wallets of a guest went when it gave a number that had an account.
ALTER TABLE accounts ADD COLUMN merged_into bigint REFERENCES accounts;
CREATE INDEX merged_accounts ON accounts (merged_into) WHERE merged_into IS NOT NULL;

-- Codes under the old spellings are void: they would count for no number.
DELETE FROM sms_codes;
CREATE INDEX sms_codes_by_time ON sms_codes (created_at);

-- The users of payment apps, as these identify them to us.
CREATE TABLE wallets (
  wallet text NOT NULL,
  user_id text NOT NULL,
  account_id bigint NOT NULL REFERENCES accounts,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (wallet, user_id)
);
CREATE INDEX wallets_of_account ON wallets (account_id, wallet, last_used_at DESC);

-- Authorisations under way, each bound to the browser that asked for it.
CREATE TABLE wallet_states (
  state_hash bytea PRIMARY KEY,
  browser_hash bytea NOT NULL,
  wallet text NOT NULL,
  return_to text NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Every version of the user agreement and the privacy notice that was in force, and who agreed to which.
CREATE TABLE agreements (
  version text PRIMARY KEY,
  texts jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE consents (
  account_id bigint NOT NULL REFERENCES accounts,
  version text NOT NULL REFERENCES agreements,
  occasion text NOT NULL CHECK (occasion IN ('payment', 'number')),
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, version, occasion)
);
