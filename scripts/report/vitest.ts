import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestRunEndReason } from 'vitest/node';
import type { Failure, Report } from './report.ts';

type Thrown = { message: string; stack?: string };

const textOf = (errors: readonly Thrown[]): string =>
  errors.map(({ message, stack }) => (stack?.includes(message) ? stack : `${message}\n${stack ?? ''}`)).join('\n');

const nameOf = (test: TestCase): string => `${relative('.', test.module.moduleId)}: ${test.fullName}`;

/** Errors of a file or a group of tests outside its tests, such as in a hook. */
function failuresAround(module: TestModule): Failure[] {
  const errors = [module, ...module.children.allSuites()].flatMap((part) => part.errors());
  return errors.length > 0 ? [{ where: relative('.', module.moduleId), what: textOf(errors) }] : [];
}

/** Writes the report of a run into the file that the environment names. */
export default class VitestReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Thrown[], reason: TestRunEndReason): void {
    const file = process.env.UNIT_REPORT;
    if (!file) return;
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    const failures = inState('failed').map((test) => ({
      where: nameOf(test),
      what: textOf(test.result().errors ?? []),
    }));
    failures.push(...modules.flatMap(failuresAround));
    if (unhandled.length > 0) failures.push({ where: 'outside of any test', what: textOf(unhandled) });
    if (failures.length === 0 && reason !== 'passed') failures.push({ where: 'vitest', what: reason });
    const report: Report = {
      passed: inState('passed').length,
      failures,
      skipped: inState('skipped').map(nameOf),
    };
    writeFileSync(file, JSON.stringify(report));
  }
}
