import { writeFileSync } from 'node:fs';
import type { FullResult, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import type { Report, Trouble } from './report.ts';

const told = (errors: readonly TestError[]): string =>
  errors.map(({ stack, message, value }) => stack ?? message ?? value ?? '').join('\n');

function troubleOf(test: TestCase): Trouble[] {
  const errors = test.results.flatMap((result) => result.errors);
  const outcome = test.outcome();
  if (outcome === 'expected' || outcome === 'skipped') return [];
  return [{ where: test.titlePath().filter(Boolean).join(' › '), what: told(errors), mended: outcome === 'flaky' }];
}

/** Writes the report of a run into the file that the environment names. */
export default class PlaywrightReport implements Reporter {
  private suite: Suite | undefined;
  private readonly around: TestError[] = [];

  printsToStdio(): boolean {
    return false;
  }

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite;
  }

  onError(error: TestError): void {
    this.around.push(error);
  }

  onEnd({ status }: FullResult): void {
    const file = process.env.E2E_REPORT;
    if (!file) return;
    const tests = this.suite?.allTests() ?? [];
    const count = (outcome: string) => tests.filter((test) => test.outcome() === outcome).length;
    const troubles = tests.flatMap(troubleOf);
    for (const error of this.around) troubles.push({ where: 'around the tests', what: told([error]), mended: false });
    const failed = troubles.filter(({ mended }) => !mended).length;
    const report: Report = {
      passed: count('expected') + count('flaky'),
      failed: failed === 0 && status !== 'passed' ? 1 : failed,
      skipped: count('skipped'),
      troubles,
    };
    writeFileSync(file, JSON.stringify(report));
  }
}
