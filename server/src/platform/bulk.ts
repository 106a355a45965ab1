import type { Db } from './db.ts';

interface Part {
  drop: string;
  make: string;
}

/**
 * Runs a large import with the foreign keys and plain indexes of those tables taken away, and makes them
 * again afterwards: several times faster than keeping them row by row. Everything that was refused before
 * is refused at the end. It locks the tables, and belongs inside a transaction.
 */
export async function withoutIndexes(db: Db, tables: string[], work: () => Promise<void>): Promise<void> {
  // These are run once in the life of a database: there is nothing to prepare them for.
  const parts = (await db.query<Part>({ text: partsOf, values: [tables] })).rows;
  for (const { drop } of parts) await db.query({ text: drop });
  await work();
  for (const { make } of parts.toReversed()) await db.query({ text: make });
}

/** Foreign keys from and to the tables come first, for they rest on indexes. */
const partsOf = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS make
  FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY($1::text[]::regclass[])
  UNION ALL
  SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  FROM pg_index i WHERE indrelid = ANY($1::text[]::regclass[])
    AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`;
