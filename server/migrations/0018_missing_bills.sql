-- A bill that does not come is a difference, too.
ALTER TABLE payment_differences
  DROP CONSTRAINT payment_differences_kind_check,
  ADD CONSTRAINT payment_differences_kind_check CHECK (kind IN ('wrong amount', 'unknown order', 'unknown number',
    'not recorded', 'not on the bill', 'refund not recorded', 'refund not on the bill', 'refund pending', 'bill totals',
    'bill missing'));

-- When somebody looked for money of that day that is on no bill. Null until this bill and that of the next day are done.
-- It is null for every bill so far: what was overlooked until now is found.
ALTER TABLE payment_bills ADD COLUMN searched_at timestamptz;
