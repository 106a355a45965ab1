import { createInterface } from 'node:readline/promises';
import type { Io } from './context.ts';
import { refused, usage } from './failure.ts';

/** Asks at a terminal. A script has to say --yes. */
export async function confirm(what: string, io: Io, isFinal = true): Promise<void> {
  const question = isFinal ? `${what} This cannot be undone.` : what;
  if (!io.stdin.isTTY) throw usage(`${question} Give --yes to do it.`);
  const lines = createInterface({ input: io.stdin, output: io.stderr });
  try {
    const answer = await lines.question(`${question} Type yes to do it: `);
    if (answer.trim().toLowerCase() !== 'yes') throw refused('Nothing was changed.');
  } finally {
    lines.close();
  }
}
