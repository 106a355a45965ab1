import type { Pool } from '../platform/db.ts';
import * as sql from './demo.sql.ts';

/** They take 450 after they were built. An order that is placed, starts and ends leaves 1,300 in half-empty pages. */
const maxBytesPerOrder = 550;

/** Rebuilds the indexes of orders, one by one, when they have become loose. Orders are placed meanwhile. */
export async function packIndexes(pool: Pool, signal: AbortSignal): Promise<void> {
  const size = await sql.orderIndexSize.maybe(pool);
  if (!size || size.bytes <= size.orders * maxBytesPerOrder) return;
  for (const { name, valid } of await sql.orderIndexes(pool)) {
    if (signal.aborted) return;
    // One that is not valid was left behind when the server was killed during a rebuild.
    await pool.query({ text: valid ? `REINDEX INDEX CONCURRENTLY ${name}` : `DROP INDEX ${name}` });
  }
}
