import { randomBytes } from 'node:crypto';
import { type Db, statement } from './db.ts';

const insertSecret = statement<{ value: string }, [string, string]>(
  'secrets.insert',
  'INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
);
const selectSecret = statement<{ value: string }, [string]>('secrets.get', 'SELECT value FROM secrets WHERE name = $1');

/** A secret of this installation: generated on first use, the same on every server from then on. */
export async function secret(db: Db, name: string): Promise<string> {
  const known = await selectSecret.maybe(db, name);
  if (known) return known.value;
  await insertSecret(db, name, randomBytes(32).toString('base64url'));
  return (await selectSecret.one(db, name)).value;
}

/** Like `secretOf`, read once and cached. */
export function rememberedSecret(db: Db, name: string): () => Promise<string> {
  let known: Promise<string> | undefined;
  return () => {
    known ??= secret(db, name).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
