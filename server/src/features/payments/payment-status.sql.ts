/**
 * Facts about the payment of an order, as expressions for queries that show orders under that alias. Most orders are
 * neither pending nor refunded: for them neither subquery runs.
 */
export const isConfirming = (order: string): string =>
  `CASE WHEN ${order}.status = 'pending' THEN EXISTS (SELECT FROM payment_attempts pa WHERE pa.order_id = ${order}.id
     AND pa.state = 'open' AND NOT pa.closing AND pa.returned_at IS NOT NULL) ELSE false END`;

export const isRefunding = (order: string): string =>
  `CASE WHEN ${order}.refunded_amount > 0 THEN EXISTS (SELECT FROM refunds rf WHERE rf.order_id = ${order}.id
     AND NOT rf.surplus AND rf.state <> 'done' AND rf.closed_at IS NULL) ELSE false END`;
