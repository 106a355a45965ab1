import type { Pool } from '../platform/db.ts';

/** Blocks the storing of chair events until the returned function is called. */
export async function holdEvents(pool: Pool): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE device_events IN EXCLUSIVE MODE');
  return async () => {
    await client.query('COMMIT');
    client.release();
  };
}
