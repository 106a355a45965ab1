import type { Db } from './db.ts';

interface Part {
  drop: string;
  create: string;
}

/**
 * Runs a large import without the foreign keys and indexes of those tables, and creates them again afterwards,
 * which is several times faster than maintaining them row by row. Violations are found at the end. It locks the
 * tables and belongs inside a transaction.
 */
export async function withoutIndexes(db: Db, tables: string[], work: () => Promise<void>): Promise<void> {
  // Run once per database, so not prepared.
  const parts = (await db.query<Part>({ text: partsOf, values: [tables] })).rows;
  for (const { drop } of parts) await db.query({ text: drop });
  await work();
  for (const { create } of parts.toReversed()) await db.query({ text: create });
}

/** Foreign keys are dropped first, since they depend on indexes. */
const partsOf = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS create
  FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY($1::text[]::regclass[])
  UNION ALL
  SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  FROM pg_index i WHERE indrelid = ANY($1::text[]::regclass[])
    AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`;
