import { currencies } from '@recline/contract/money';
import { z } from 'zod';
import type { Pool } from '../../../../platform/db.ts';
import type { BillRow, BillTotals } from '../provider.ts';
import { linesOf } from '../shared/bill-lines.ts';
import * as sql from './sandbox.sql.ts';

const dayMs = 24 * 3600_000;

/** The sandbox's bill of a day in UTC: a line of JSON for each movement. */
export async function* bill(pool: Pool, day: string): AsyncGenerator<Uint8Array> {
  const from = new Date(`${day}T00:00:00Z`);
  const until = new Date(from.getTime() + dayMs);
  let last: Pick<sql.SandboxMovement, 'kind' | 'number'> | undefined;
  do {
    const rows = await sql.movements(pool, from, until, last?.kind ?? '', last?.number ?? '');
    yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    last = rows.at(-1);
  } while (last);
}

const movement = z.object({
  kind: z.enum(['paid', 'refunded']),
  number: z.string(),
  ref: z.string(),
  payment: z.string().nullable(),
  amount: z.int(),
  currency: z.enum(currencies),
  at: z.coerce.date(),
});

/** The rows, then the totals of each currency. */
export async function* billRows(content: AsyncIterable<Uint8Array>): AsyncGenerator<BillRow> {
  const totals = new Map<BillTotals['currency'], { rows: number; paid: number; refunded: number }>();
  for await (const line of linesOf(content, 'utf-8')) {
    const { number: key, payment, ...row } = movement.parse(JSON.parse(line));
    const sums = totals.get(row.currency) ?? { rows: 0, paid: 0, refunded: 0 };
    totals.set(row.currency, { ...sums, rows: sums.rows + 1, [row.kind]: sums[row.kind] + row.amount });
    yield { ...row, key, fee: 0, ...(payment === null ? {} : { payment }) };
  }
  for (const [currency, sums] of totals) yield { kind: 'totals', currency, ...sums };
}
