-- The sums of a bill are kept by currency: before, a bill with two currencies had their amounts added up. Old sums are
-- kept where all payments of the provider are in one currency; elsewhere the stored file of the bill has the figures.
ALTER TABLE payment_bills ADD COLUMN sums jsonb DEFAULT '{}' NOT NULL;
WITH one AS (
  SELECT provider, min(currency::text) AS currency FROM payment_attempts GROUP BY provider
  HAVING count(DISTINCT currency::text) = 1)
UPDATE payment_bills b SET sums = jsonb_build_object(one.currency,
  jsonb_build_object('rows', b.rows, 'paid', b.paid, 'refunded', b.refunded, 'fees', b.fees))
FROM one WHERE one.provider = b.provider;
ALTER TABLE payment_bills DROP COLUMN paid, DROP COLUMN refunded, DROP COLUMN fees;
