import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgresOfRun } from '../server/src/testing/database.ts';
import { buildWeb } from './build.ts';
import { codeEdits } from './mutate/code-mutants.ts';
import { equivalents } from './mutate/equivalents.ts';
import { type Feature, features, filesOf } from './mutate/features.ts';
import { judge, judgeSchema, type TestRun, testsPass, type Verdict } from './mutate/judge.ts';
import { describe, toMutants } from './mutate/mutant.ts';
import { type Outcome, printReport } from './mutate/report.ts';
import { schemaMutants } from './mutate/schema-mutants.ts';
import { shuffled } from './mutate/shuffled.ts';
import { copyProject } from './mutate/workspace.ts';

/**
 * Plants defects, one at a time, and runs the tests that concern them: `npm run mutate -- coupons prices --minutes 20`.
 * Without a name: every feature. The seed decides which mutants are planted if the time, or `--sample 30`, does not
 * allow all.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    sample: { type: 'string', default: 'Infinity' }, // of each feature
    parallel: { type: 'string', default: String(availableParallelism()) },
    only: { type: 'string', default: '' }, // files whose path has this part
  },
});

const root = join(import.meta.dirname, '..');
const schemaFile = 'server/schema.sql';
const schemaTests = 'server/src/constraints.test.ts';

interface Planned extends Omit<Outcome, 'verdict'> {
  run(test: TestRun): Promise<Verdict>;
}

function planned(name: string, feature: Feature): Planned[] {
  const inCode = filesOf(root, feature).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return toMutants(file, source, codeEdits(file, source)).map((mutant) => ({
      feature: name,
      place: `${file}:${mutant.line}`,
      kind: mutant.kind,
      ...describe(source, mutant),
      run: (test: TestRun) => judge(mutant, test),
    }));
  });
  const inSchemaOf = feature.schema ?? [];
  const inSchema = schemaMutants(readFileSync(join(root, schemaFile), 'utf8'))
    .filter(({ of }) => inSchemaOf.includes(of))
    .map(({ of: _of, line, sql, ...shown }) => ({
      feature: name,
      place: `${schemaFile}:${line}`,
      ...shown,
      // It needs a database made from different migrations.
      run: (test: TestRun) => judgeSchema(sql, { ...test, rounds: [[schemaTests], ...test.rounds], env: {} }),
    }));
  return [...inCode, ...inSchema].filter(({ place }) => place.includes(values.only));
}

/** Runs the tests without a mutant: they must pass. Returns their duration. */
async function baseline(test: TestRun): Promise<number> {
  const started = Date.now();
  if (await testsPass({ ...test, loud: true })) return Date.now() - started;
  throw new Error(`Without a mutant these tests fail: ${test.rounds.flat().join(' ')}`);
}

async function runFeature(name: string, feature: Feature, projects: string[], url: string, isOver: () => boolean) {
  const queue = shuffled(planned(name, feature), values.seed);
  const outcomes: Outcome[] = queue.map(({ run, ...mutant }) => ({ ...mutant, verdict: undefined }));
  const testIn = (project: string, timeoutMs: number): TestRun => ({
    project,
    runner: feature.runner ?? 'node',
    rounds: [feature.tests.slice(0, 1), feature.tests.slice(1)],
    env: { TEST_POSTGRES_URL: url },
    timeoutMs,
  });
  const tookMs = await baseline(testIn(projects[0] ?? root, 600_000));
  console.log(`▶ ${name}: ${queue.length} mutants; its tests take ${Math.round(tookMs / 1000)} s`);
  let next = 0;
  const work = async (project: string): Promise<void> => {
    while (next < Math.min(queue.length, Number(values.sample)) && !isOver()) {
      const index = next++;
      const started = Date.now();
      const verdict = await queue[index]?.run(testIn(project, 30_000 + 4 * tookMs));
      const outcome = outcomes[index];
      if (!outcome || !verdict) continue;
      outcome.verdict = verdict;
      const seconds = Math.round((Date.now() - started) / 1000);
      console.log(`${verdict === 'killed' ? '·' : '✘'} ${outcome.place} ${outcome.kind} (${seconds} s)`);
    }
  };
  await Promise.all(projects.map(work));
  return outcomes;
}

const names = positionals.length > 0 ? positionals : Object.keys(features);
const unknown = names.find((name) => !features[name]);
if (unknown) throw new Error(`No feature is called ${unknown}. There are: ${Object.keys(features).join(', ')}`);

buildWeb(); // some tests ask the server for its pages
const projects = Array.from({ length: Number(values.parallel) }, copyProject);
const postgres = await startPostgresOfRun();
try {
  let endsAt = Date.now() + Number(values.minutes) * 60_000;
  // Ctrl-C prints the results so far.
  process.on('SIGINT', () => {
    endsAt = 0;
  });
  const outcomes: Outcome[] = [];
  for (const name of names) {
    const feature = features[name];
    if (feature)
      outcomes.push(...(await runFeature(name, feature, projects, postgres.url, () => Date.now() >= endsAt)));
  }
  console.log(printReport(outcomes, equivalents));
} finally {
  await postgres.stop();
  for (const project of projects) rmSync(project, { recursive: true, force: true });
}
