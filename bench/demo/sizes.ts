import type { Pool } from '@recline/server/platform/db';

/** Bytes of each table and of each of its indexes. */
interface Size {
  table: string;
  rows: number;
  bytes: number;
  indexes: Record<string, number>;
}

/** What the demo's orders fill; the first two are to grow by 100 MB a month at most. */
const tables = [
  'orders',
  'ledger',
  'payment_attempts',
  'refunds',
  'sandbox_payments',
  'sandbox_refunds',
  'coupons',
  'cash_coupons',
  'device_events',
  'commands',
  'payment_notices',
];

export async function sizesOf(pool: Pool): Promise<Size[]> {
  const rowsOf = (table: string) => `SELECT '${table}' AS table, (SELECT count(*)::int FROM ${table}) AS rows,
    pg_table_size('${table}') AS bytes, (SELECT json_object_agg(indexrelid::regclass, pg_relation_size(indexrelid))
      FROM pg_index WHERE indrelid = '${table}'::regclass) AS indexes`;
  const sizes = (await pool.query<Size>(tables.map(rowsOf).join(' UNION ALL '))).rows;
  return sizes.toSorted((one, other) => tables.indexOf(one.table) - tables.indexOf(other.table));
}

const sumOf = (numbers: Iterable<number>) => [...numbers].reduce((sum, number) => sum + number, 0);
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1).padStart(7)} MB`;

export function printGrowth(before: Size[], after: Size[]): void {
  const grown = after.map((size, index) => {
    const { rows = 0, bytes = 0, indexes = {} } = before[index] ?? {};
    const byIndex = Object.entries(size.indexes).map(([name, now]) => ({ name, bytes: now - (indexes[name] ?? 0) }));
    return { table: size.table, rows: size.rows - rows, bytes: size.bytes - bytes, byIndex };
  });
  const orders = grown[0]?.rows ?? 0;
  const anOrder = (bytes: number) => (orders > 0 ? `${(bytes / orders).toFixed(0).padStart(5)} bytes an order` : '');
  for (const { table, rows, bytes, byIndex } of grown) {
    const all = sumOf(byIndex.map((index) => index.bytes));
    console.log(
      `  ${table.padEnd(18)} ${String(rows).padStart(7)} rows ${megabytes(bytes)}, indexes ${megabytes(all)}`,
    );
    for (const index of byIndex)
      if (index.bytes > bytes / 20) console.log(`    ${index.name.padEnd(36)} ${anOrder(index.bytes)}`);
  }
  const goal = sumOf(grown.slice(0, 2).flatMap(({ bytes, byIndex }) => [bytes, ...byIndex.map((each) => each.bytes)]));
  console.log(`  orders and ledger: ${megabytes(goal)}, ${anOrder(goal)}`);
}
