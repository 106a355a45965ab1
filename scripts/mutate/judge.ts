import { spawn } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { apply, type Mutant } from './mutant.ts';

export type Verdict = 'killed' | 'survived';

export interface TestRun {
  project: string;
  /** Parts of the paths of tests, round after round: most mutants are killed in the first. */
  rounds: readonly (readonly string[])[];
  runner: 'node' | 'browser';
  env: Record<string, string>;
  timeoutMs: number;
  /** Whether to print what the tests print. */
  loud?: boolean;
}

/** Runs the tests, each once, until one fails. */
export async function testsPass(run: TestRun): Promise<boolean> {
  const left = new Set(globSync('{server,web}/**/*.test.{ts,tsx}', { cwd: run.project }));
  for (const names of run.rounds) {
    const tests = [...left].filter((file) => names.some((name) => file.includes(name)));
    for (const file of tests) left.delete(file);
    if (tests.length > 0 && !(await vitestPasses(run, tests))) return false;
  }
  return true;
}

/** The tests beside a file that import it. */
const nearestTests = (project: string, file: string): string[] =>
  globSync(`${dirname(file)}/**/*.test.{ts,tsx}`, { cwd: project }).filter((test) =>
    readFileSync(join(project, test), 'utf8').includes(`/${basename(file)}'`),
  );

/** A run that hangs is killed after a while, and counts as failed. */
function vitestPasses({ project, runner, env, timeoutMs, loud }: TestRun, tests: readonly string[]): Promise<boolean> {
  const vitest = join(project, 'node_modules/vitest/vitest.mjs');
  const projects = (runner === 'node' ? ['node'] : ['browser', 'web']).map((name) => `--project=${name}`);
  const args = ['run', '--bail=1', '--reporter=dot', ...projects, '--maxWorkers=2', '--passWithNoTests', ...tests];
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd: project,
    // An empty name of the browser: the tests in Node need none, and do not look for one.
    env: { ...process.env, TEST_PATIENCE_MS: '30000', ...(runner === 'node' && { RECLINE_BROWSER: '' }), ...env },
    stdio: loud || process.env.MUTATE_LOG ? 'inherit' : 'ignore',
    detached: true,
  });
  // The whole group: tests start servers of their own.
  const killGroup = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  const timer = setTimeout(killGroup, timeoutMs);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}

/** Plants a mutant, runs the tests, and takes it out again. */
export async function judge(mutant: Mutant, run: TestRun): Promise<Verdict> {
  const file = join(run.project, mutant.file);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, apply(source, mutant));
  const rounds = [nearestTests(run.project, mutant.file), [`${dirname(mutant.file)}/`], ...run.rounds];
  try {
    return (await testsPass({ ...run, rounds })) ? 'survived' : 'killed';
  } finally {
    writeFileSync(file, source);
  }
}

/** The same for the schema: a migration after all others drops something of it. */
export async function judgeSchema(sql: string, run: TestRun): Promise<Verdict> {
  const file = join(run.project, 'server/migrations/9999_mutant.sql');
  writeFileSync(file, `${sql};\n`);
  try {
    return (await testsPass(run)) ? 'survived' : 'killed';
  } finally {
    rmSync(file);
  }
}
