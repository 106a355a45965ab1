import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

export const migrationsFolder = new URL('../../migrations/', import.meta.url);

export interface MigrationFile {
  name: string;
  text: string;
  /** SHA-256 of the text; line ends are ignored, because Git may change them. */
  checksum: string;
  /** Whether the file asks to run outside a transaction, for CREATE INDEX CONCURRENTLY and the like. */
  inTransaction: boolean;
}

export async function migrationNames(folder = migrationsFolder): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

export async function readMigrations(folder = migrationsFolder): Promise<MigrationFile[]> {
  const names = await migrationNames(folder);
  return Promise.all(names.map(async (name) => fileOf(name, await readFile(new URL(name, folder), 'utf8'))));
}

function fileOf(name: string, content: string): MigrationFile {
  const text = content.replaceAll('\r\n', '\n');
  const checksum = createHash('sha256').update(text).digest('hex');
  return { name, text, checksum, inTransaction: !text.startsWith('-- no transaction\n') };
}

const comment = /--[^\n]*|\/\*[\s\S]*?\*\//g;
// Comments, quoted text, quoted names and dollar quotes may contain semicolons.
const statement = /(?:--[^\n]*|\/\*[\s\S]*?\*\/|'[^']*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|[^;])+/g;

/** The statements of a file. Strings with backslash escapes (`E'…'`) are not supported. */
export const statementsOf = (text: string): string[] =>
  (text.match(statement) ?? []).map((each) => each.trim()).filter((each) => each.replace(comment, '').trim() !== '');
