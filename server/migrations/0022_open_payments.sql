-- Payments whose end we do not know yet: a row from the moment the order awaits one until the provider said
-- paid, declined or closed. Whatever becomes of the order meanwhile, nobody's money is forgotten.
CREATE TABLE open_payments (
  order_id bigint PRIMARY KEY REFERENCES orders,
  asked_at timestamptz NOT NULL -- when the provider was asked last, or at first when the order was made
);
CREATE INDEX open_payments_by_turn ON open_payments (asked_at);
INSERT INTO open_payments
  SELECT o.id, o.created_at FROM orders o
  WHERE o.status IN ('pending', 'cancelled') AND o.created_at > now() - interval '1 day'
    AND EXISTS (SELECT FROM payments p WHERE p.order_id = o.id AND p.kind = 'prepared')
    AND NOT EXISTS (SELECT FROM payments p WHERE p.order_id = o.id AND p.kind = 'paid');
