import { writeFileSync } from 'node:fs';
import type { FullResult, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import type { Report } from './report.ts';

const textOf = (errors: readonly TestError[]): string =>
  errors.map(({ stack, message, value }) => stack ?? message ?? value ?? '').join('\n');

const nameOf = (test: TestCase): string => test.titlePath().filter(Boolean).join(' › ');

/** Writes the report of a run into the file that the environment names. */
export default class PlaywrightReport implements Reporter {
  private suite: Suite | undefined;
  /** Errors outside of tests. */
  private readonly errors: TestError[] = [];

  printsToStdio(): boolean {
    return false;
  }

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite;
  }

  onError(error: TestError): void {
    this.errors.push(error);
  }

  onEnd({ status }: FullResult): void {
    const file = process.env.E2E_REPORT;
    if (!file) return;
    const tests = this.suite?.allTests() ?? [];
    const withOutcome = (outcome: string) => tests.filter((test) => test.outcome() === outcome);
    const failures = withOutcome('unexpected').map((test) => ({
      where: nameOf(test),
      what: textOf(test.results.flatMap((result) => result.errors)),
    }));
    failures.push(...this.errors.map((error) => ({ where: 'around the tests', what: textOf([error]) })));
    if (failures.length === 0 && status !== 'passed') failures.push({ where: 'playwright', what: status });
    const report: Report = {
      passed: withOutcome('expected').length,
      failures,
      skipped: withOutcome('skipped').map(nameOf),
    };
    writeFileSync(file, JSON.stringify(report));
  }
}
