import pg from 'pg';
import * as catalog from './catalog.ts';

const header = `-- The schema that the files in server/migrations lead to, for reading and review; nothing is made from it.
-- Written by \`npm run schema\`.`;

interface Part {
  of?: string;
  sql: string;
}

/** The schema of a database as text, sorted by name: the same schema always gives the same text. */
export async function describeSchema(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const read = async (query: string) => (await client.query<Part>(query)).rows;
    const standalone = async (query: string) => (await read(query)).map(({ sql }) => sql);
    const [indexes, triggers] = [await read(catalog.indexes), await read(catalog.triggers)];
    const tables = (await read(catalog.tables)).map((table) => [table, ...ownedBy(table, indexes, triggers)]);
    const parts = [
      header,
      ...(await standalone(catalog.extensions)),
      ...(await standalone(catalog.domains)),
      ...(await standalone(catalog.enums)),
      ...(await standalone(catalog.rowTypes)),
      ...(await standalone(catalog.sequences)),
      ...tables.map((table) => table.map(({ sql }) => sql).join('\n')),
      ...(await standalone(catalog.views)),
      ...(await standalone(catalog.functions)),
    ];
    return `${parts.join('\n\n')}\n`;
  } finally {
    await client.end();
  }
}

const ownedBy = (table: Part, ...lists: Part[][]): Part[] => lists.flat().filter(({ of }) => of === table.of);
