import type { Pool } from '../../../../platform/db.ts';
import type { BillRow } from '../../port.ts';
import * as sql from './sandbox.sql.ts';

const dayMs = 24 * 3600_000;

/** The sandbox's bill of a day in UTC: a line of JSON for each movement, then the totals. */
export async function* sandboxBill(
  pool: Pool,
  day: string,
  keep: (chunk: Uint8Array) => Promise<void>,
): AsyncIterable<BillRow> {
  const totals = { kind: 'totals' as const, rows: 0, paid: 0, refunded: 0 };
  const from = new Date(`${day}T00:00:00Z`);
  const until = new Date(from.getTime() + dayMs);
  let last: Pick<sql.SandboxMovement, 'kind' | 'number'> | undefined;
  do {
    const rows = await sql.movements(pool, from, until, last?.kind ?? '', last?.number ?? '');
    await keep(Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
    for (const { number, ...row } of rows) {
      totals.rows += 1;
      totals[row.kind] += row.amount;
      yield { ...row, key: number, fee: 0 };
    }
    last = rows.at(-1);
  } while (last);
  yield totals;
}
