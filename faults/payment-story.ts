import type { Scene } from './scene.ts';

const attempt = `SELECT a.provider, a.attempt, a.state, a.closing, a.provider_ref, a.amount::int, o.id::int AS order, o.status,
    o.outlet_id = $2 AS "ofThisSchedule"
  FROM payment_attempts a LEFT JOIN orders o ON o.id = a.order_id WHERE a.number = $1`;

const notices = `SELECT id::int, received_at, outcome, detail, tries FROM payment_notices
  WHERE position(convert_to($1, 'UTF8') IN body) > 0 ORDER BY id`;

/** What is known about a payment here and at its provider, for diagnosing a violation. */
export async function paymentStory({ environment, outlet }: Scene, number: string): Promise<string[]> {
  const { pool, providers } = environment;
  const [ours, told] = [await pool.query(attempt, [number, outlet.id]), await pool.query(notices, [number])];
  const stories = {
    'at its provider': providers.books().filter((book) => book.number === number),
    'its attempt here': ours.rows,
    'its notices here': told.rows, // WeChat encrypts the number
    'its deliveries': providers.notices.deliveries.filter((delivery) => delivery.number === number).slice(-5),
  };
  return Object.entries(stories).map(([what, rows]) => `${what}: ${JSON.stringify(rows)}`);
}
