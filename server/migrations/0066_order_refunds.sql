-- The refunds of an order's amount, as its guest and its managers see them. One that was closed as not paid is none.
CREATE VIEW published_order_refunds AS
  SELECT id, order_id, amount, state, created_at, done_at,
    CASE WHEN state = 'done' AND closed_at IS NOT NULL AND provider_ref IS NULL THEN 'hand' ELSE provider END AS way
  FROM refunds WHERE NOT surplus AND NOT (state = 'failed' AND closed_at IS NOT NULL);
