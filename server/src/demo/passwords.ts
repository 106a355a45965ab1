import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashPassword } from '../features/session/index.ts';
import { type Pool, transaction } from '../platform/db.ts';
import * as sql from './demo.sql.ts';

/** The demo's logins, with the outlets and permissions of each. */
export const demoLogins = {
  manager: 'all outlets in China',
  global: 'all outlets, three currencies',
  'home-only': 'one outlet, without the details',
  member: 'a guest bound to one outlet',
};
type Login = keyof typeof demoLogins;
export type DemoPasswords = Record<Login, string>;

export const usualPassword = 'recline-demo';
const names = Object.keys(demoLogins) as Login[];
const allWith = (password: () => string) =>
  Object.fromEntries(names.map((name) => [name, password()])) as DemoPasswords;

const fileIn = (dataDir: string): string => join(dataDir, 'demo-passwords.json');

/** The passwords of the demo in this data folder. */
export async function demoPasswords(dataDir: string): Promise<DemoPasswords> {
  try {
    return JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as DemoPasswords;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return allWith(() => usualPassword);
  }
}

/**
 * Gives the demo's logins random passwords, before others in the network can reach it. They are drawn once and kept in
 * the data folder; repeating it after a crash between the file and the database is harmless.
 */
export async function protectDemo(pool: Pool, dataDir: string): Promise<void> {
  const drawn = JSON.stringify(allWith(() => randomBytes(9).toString('base64url')));
  await writeFile(fileIn(dataDir), drawn, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const passwords = Object.entries(await demoPasswords(dataDir));
  const hashes = await Promise.all(passwords.map(([, password]) => hashPassword(password)));
  await transaction(pool, async (db) => {
    for (const [index, [name]] of passwords.entries()) await sql.setPassword(db, name, hashes[index] ?? '');
  });
}
