-- A login is stored in its canonical form (contract/src/accounts.ts): one spelling, compared as it is.
UPDATE accounts SET account = lower(account COLLATE "C") WHERE account IS NOT NULL;
DROP INDEX one_account_a_login;
CREATE UNIQUE INDEX one_account_a_login ON accounts (account);
ALTER TABLE accounts ADD CONSTRAINT account_is_canonical CHECK (account ~ '^[a-z0-9][a-z0-9._@+-]{0,63}$');
