import { stripVTControlCharacters } from 'node:util';

/** What a test runner leaves behind for the end of the run. */
export interface Report {
  passed: number;
  failures: Failure[];
  /** The tests that did not run, by name. */
  skipped: string[];
}

export interface Failure {
  /** The test, or what else went wrong. */
  where: string;
  what: string;
}

const maxLines = 30;

/** The last lines of a run: what was skipped, what failed and why, and the counts. */
export function summaryOf(reports: Report[]): string[] {
  const passed = reports.reduce((sum, report) => sum + report.passed, 0);
  const failures = reports.flatMap((report) => report.failures);
  const skipped = reports.flatMap((report) => report.skipped);
  return [
    '',
    ...skipped.map((name) => `○ skipped: ${name}`),
    ...failures.flatMap(({ where, what }) => ['', `✘ ${where}`, ...quoted(what)]),
    '',
    `${passed} passed, ${failures.length} failed, ${skipped.length} skipped`,
  ];
}

const quoted = (text: string): string[] =>
  stripVTControlCharacters(text)
    .split('\n')
    .slice(0, maxLines)
    .map((line) => `    ${line}`);
