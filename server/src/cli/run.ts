import { hostname } from 'node:os';
import { systemClock } from '../platform/clock.ts';
import { readEnv } from '../platform/env.ts';
import { ownName } from '../platform/users.ts';
import type { Command, Report } from './command.ts';
import { confirm } from './confirm.ts';
import type { Io } from './context.ts';
import { openDatabase } from './database.ts';
import { rendered } from './output.ts';
import type { Parsed } from './parse.ts';

/** Runs one command on the database of the settings. */
export async function run(command: Command, { input, actor, yes, dryRun, zone }: Parsed, io: Io): Promise<Report> {
  io.loadSettings?.();
  const env = readEnv(io.env);
  const operator = operatorOf(io); // root continues as another user
  await io.actAsOwner?.(env.DATA_DIR);
  const question = command.confirms?.(input);
  if (question && !yes && !dryRun) await confirm(question, io);
  const database = await openDatabase(env, command, (text) => io.stderr.write(`${text}\n`));
  try {
    const { pool, url: databaseUrl, error: databaseError } = database;
    const who = {
      actor: actor ?? operator,
      dryRun,
      zone,
      confirm: async (question: string, isFinal?: boolean) =>
        yes || dryRun ? undefined : confirm(question, io, isFinal),
    };
    const context = { env, io, clock: systemClock, pool, databaseUrl, databaseError, ...who };
    const report = await command.run(context, input);
    return dryRun ? rehearsed(report) : report;
  } finally {
    await database.close();
  }
}

const rehearsed = ({ json, text }: Report): Report => ({
  json: { dryRun: true, wouldBe: json },
  text: (zone) => `Nothing was changed. Without --dry-run it says:\n${rendered(text, zone)}`,
});

/** The user who runs the program, also under sudo. */
const operatorOf = (io: Io) => `${io.env.SUDO_USER ?? ownName()}@${hostname()}`;
