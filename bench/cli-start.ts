import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createDatabase } from '@recline/server/testing/database';
import { buildCli } from '../scripts/build-cli.ts';
import { startTemporaryPostgres } from './lib/postgres.ts';

/** How long the installed command takes to answer, in turns with a Node that does nothing: `node bench/cli-start.ts`. */

const root = join(import.meta.dirname, '..');
const node = join(root, 'node_modules/.bin/node');
const program = join(root, 'bin/recline');
const turns = 20;

await buildCli();
const postgres = await startTemporaryPostgres();
const database = await createDatabase(postgres.url);
const env = { PATH: process.env.PATH, DATABASE_URL: database.url };
const cases = { bare: [node, '-e', '0'], help: [program, '--help'], status: [program, 'status'] };
const times: Record<keyof typeof cases, number[]> = { bare: [], help: [], status: [] };
try {
  for (let turn = -2; turn < turns; turn += 1) {
    for (const [name, [file = '', ...words]] of Object.entries(cases)) {
      const began = performance.now();
      execFileSync(file, words, { env, stdio: 'ignore' });
      if (turn >= 0) times[name as keyof typeof cases].push(performance.now() - began);
    }
  }
} finally {
  await database.drop();
  await postgres.stop();
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const bare = middle(times.bare);
console.log(`node -e 0: ${bare.toFixed(0)} ms`);
for (const name of ['help', 'status'] as const) {
  const took = middle(times[name]);
  console.log(`recline ${name}: ${took.toFixed(0)} ms, ${(took / bare).toFixed(1)} times node -e 0`);
}
