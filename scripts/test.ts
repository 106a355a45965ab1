import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Every check there is, one after another, each of them even when one before it failed. */

const root = join(import.meta.dirname, '..');
// All that a run leaves in the machine's temporary folder goes into one folder, and goes with it.
const scratch = mkdtempSync(join(tmpdir(), 'recline-run-'));
chmodSync(scratch, 0o755);

interface Count {
  passed: number;
  failed: number;
  skipped?: number;
}

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  console.log(`\n▶ ${command} ${args.join(' ')}`);
  const started = Date.now();
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    // The same programs start again and again: what was compiled once is kept.
    env: { ...process.env, TMPDIR: scratch, NODE_COMPILE_CACHE: join(scratch, 'compiled'), ...env },
  });
  console.log(`${status === 0 ? '✔' : '✘'} ${command} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  return status === 0;
}

/** A check that is one thing: it holds or it does not. */
const check = (command: string, ...args: string[]): Count =>
  run(command, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

/** A test runner: its own report says how many. One that ended badly has failed at least once. */
function runner<Report>(args: string[], envName: string, count: (report: Report) => Count): Count {
  const file = join(scratch, `${envName}.json`);
  const [command = '', ...rest] = args;
  const ended = run(
    command,
    rest.map((arg) => arg.replace('REPORT', file)),
    { [envName]: file },
  );
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const counted = count(JSON.parse(readFileSync(file, 'utf8')) as Report);
  return ended || counted.failed > 0 ? counted : { ...counted, failed: 1 };
}

const unit = () =>
  runner<{ numPassedTests: number; numFailedTests: number; numPendingTests: number }>(
    ['vitest', 'run', '--reporter=default', '--reporter=json', '--outputFile.json=REPORT'],
    'UNIT_JSON',
    (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests }),
  );

const browser = () =>
  runner<{ stats: { expected: number; unexpected: number; flaky: number; skipped: number } }>(
    ['playwright', 'test', '-c', 'e2e'],
    'E2E_JSON',
    ({ stats }) => {
      if (stats.flaky > 0) console.log(`${stats.flaky} passed only at the second try: see above`);
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
    },
  );

try {
  const counts = [
    check('biome', 'check', '--error-on-warnings', '.'),
    check('oxlint', '--type-aware', '--deny-warnings'),
    check('tsc', '-p', 'tsconfig.json'),
    check('tsc', '-p', 'web/tsconfig.json'),
    check('tsc', '-p', 'e2e/tsconfig.json'),
    check('knip'),
    check('node', 'scripts/build.ts'),
    check('node', 'scripts/check-budget.ts'),
    unit(),
    browser(),
  ];
  const total = (key: keyof Count) => counts.reduce((sum, count) => sum + (count[key] ?? 0), 0);
  if (total('skipped') > 0) console.log(`\n${total('skipped')} skipped: they say above what they lack`);
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
  process.exitCode = total('failed') > 0 ? 1 : 0;
  // What a failed test left to look at stays; otherwise nothing does.
  if (total('failed') === 0) rmSync(join(root, 'test-results'), { recursive: true, force: true });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
