import type { Db } from '../platform/db.ts';
import { makeLog } from '../platform/log.ts';
import { appliedMigrations, migrate, migrationNames } from '../platform/migrate.ts';
import { command } from './command.ts';
import { refused } from './failure.ts';
import { plural, said } from './output.ts';

export async function migrationsOf(db: Db) {
  const known = await migrationNames();
  const applied = await appliedMigrations(db);
  return {
    applied,
    missing: known.filter((name) => !applied.includes(name)),
    /** Applied by a newer version of the program. */
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/** A command of this version would fail half-way on an older database, or change it under the servers that use it. */
export async function requireMigrated(db: Db): Promise<void> {
  const { applied, missing } = await migrationsOf(db);
  if (missing.length === 0) return;
  const state = applied.length === 0 ? 'has no tables yet' : `lacks ${missing.join(', ')}`;
  throw refused(`The database ${state}. \`recline migrate\` brings it up to date; so does the server when it starts.`, {
    missing,
  });
}

const migrateCommand = command({
  name: 'migrate',
  summary: 'Brings the database up to date, as the server does when it starts',
  notes: 'No other command does so. Running servers of the previous version go on working.',
  schema: 'any',
  creates: true,
  examples: ['migrate'],
  async run({ databaseUrl }) {
    const applied = await migrate(databaseUrl, makeLog('silent'));
    const text =
      applied.length === 0 ? 'The database is up to date.' : `${plural(applied.length, 'migration')} applied.`;
    return said(text, { applied });
  },
});

export const migrateCommands = [migrateCommand];
