import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserIfAny } from '../e2e/browser.ts';
import { type Report, skipFailures, summaryOf } from './report/report.ts';

/** Runs every check in turn, also after one has failed; or those that are named: `npm run lint`. */

const root = join(import.meta.dirname, '..');
// Temporary files of the run are in one folder, which is removed at the end.
const scratch = mkdtempSync(join(tmpdir(), 'recline-run-'));
chmodSync(scratch, 0o755);

const failure = (where: string, what: string): Report => ({ passed: 0, failures: [{ where, what }], skipped: [] });

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  console.log(`\n▶ ${command} ${args.join(' ')}`);
  const started = Date.now();
  const program = command === 'node' ? process.execPath : join(root, 'node_modules/.bin', command);
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    // The same programs are started many times, so a compile cache saves time.
    env: { ...process.env, TMPDIR: scratch, NODE_COMPILE_CACHE: join(scratch, 'compiled'), ...env },
  });
  console.log(`${status === 0 ? '✔' : '✘'} ${command} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  return status === 0;
}

/** A check that passes or fails as a whole. */
const check = (command: string, ...args: string[]): Report =>
  run(command, args) ? { passed: 1, failures: [], skipped: [] } : failure([command, ...args].join(' '), 'see above');

/** A test runner writes its own report. A non-zero exit code counts as a failure. */
function runner(envName: string, command: string, ...args: string[]): Report {
  const file = join(scratch, `${envName}.json`);
  const ended = run(command, args, { [envName]: file });
  if (!existsSync(file)) return failure(command, 'no report was written: see above');
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  if (ended || report.failures.length > 0) return report;
  return {
    ...report,
    failures: [{ where: command, what: 'it exited with an error, though no test failed: see above' }],
  };
}

/** Without a browser its tests are only listed, which counts them as skipped. */
async function browserTests(): Promise<Report> {
  const isThere = (await browserIfAny()) !== undefined;
  return runner('E2E_REPORT', 'playwright', 'test', '-c', 'e2e', ...(isThere ? [] : ['--list']));
}

const typeProjects = globSync(['tsconfig.json', 'web/tsconfig*.json', 'web/src/*/tsconfig.json', 'e2e/tsconfig.json'], {
  cwd: root,
});

const parts: Record<string, () => Report[] | Promise<Report[]>> = {
  lint: () => [
    check('biome', 'check', '--error-on-warnings', '.'),
    check('oxlint', '--type-aware', '--deny-warnings'),
    check('knip'),
    check('node', 'scripts/check-layers.ts'),
  ],
  typecheck: () => typeProjects.map((project) => check('tsc', '-p', project)),
  build: () => [
    check('node', 'scripts/build.ts'),
    check('node', 'scripts/check-budget.ts'),
    check('node', 'scripts/check-browsers.ts'),
  ],
  unit: () => [runner('UNIT_REPORT', 'vitest', 'run')],
  e2e: async () => [await browserTests()],
};

try {
  // Fills the compile cache: the servers that tests kill leave nothing there.
  run('node', ['--eval', "import('./server/src/main.ts')"]);
  const named = process.argv.slice(2);
  const reports: Report[] = [];
  for (const name of named.length > 0 ? named : Object.keys(parts)) {
    const part = parts[name];
    if (!part) throw new Error(`No part is called ${name}. There are: ${Object.keys(parts).join(', ')}.`);
    reports.push(...(await part()));
  }
  if (process.env.CI === 'true') {
    const failures = skipFailures(reports, `${process.platform}-${process.arch}`);
    reports.push({ passed: 0, failures, skipped: [] });
  }
  for (const line of summaryOf(reports)) console.log(line);
  const failed = reports.some((report) => report.failures.length > 0);
  process.exitCode = failed ? 1 : 0;
  // Kept for inspection after a failure.
  if (!failed) rmSync(join(root, 'test-results'), { recursive: true, force: true });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
