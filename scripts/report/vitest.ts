import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestRunEndReason } from 'vitest/node';
import type { Report, Trouble } from './report.ts';

type Failure = { message: string; stack?: string };

const told = (errors: readonly Failure[]): string =>
  errors.map(({ message, stack }) => (stack?.includes(message) ? stack : `${message}\n${stack ?? ''}`)).join('\n');

function troubleOf(test: TestCase): Trouble[] {
  const { errors } = test.result();
  if (!errors?.length) return [];
  const where = `${relative('.', test.module.moduleId)}: ${test.fullName}`;
  return [{ where, what: told(errors), mended: test.result().state === 'passed' }];
}

/** What a file or a group of tests could not do before or after its tests. */
function troublesAround(module: TestModule): Trouble[] {
  const errors = [module, ...module.children.allSuites()].flatMap((part) => part.errors());
  return errors.length > 0 ? [{ where: relative('.', module.moduleId), what: told(errors), mended: false }] : [];
}

/** Writes the report of a run into the file that the environment names. */
export default class VitestReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Failure[], reason: TestRunEndReason): void {
    const file = process.env.UNIT_REPORT;
    if (!file) return;
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const around = modules.flatMap(troublesAround);
    if (unhandled.length > 0) around.push({ where: 'outside of any test', what: told(unhandled), mended: false });
    const failed = count('failed') + around.length;
    const troubles = [...tests.flatMap(troubleOf), ...around];
    if (failed === 0 && reason !== 'passed') troubles.push({ where: 'vitest', what: reason, mended: false });
    const report: Report = {
      passed: count('passed'),
      failed: failed === 0 && reason !== 'passed' ? 1 : failed,
      skipped: count('skipped'),
      troubles,
    };
    writeFileSync(file, JSON.stringify(report));
  }
}
