import { stripVTControlCharacters } from 'node:util';
import { groupSkips, type SkipGroup, unexpectedSkips } from './skips.ts';

/** The results that a test runner leaves for the report. */
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

/** In continuous integration, skips outside the platform's list are failures. */
export function skipFailures(reports: Report[], platform: string): Failure[] {
  const skipped = reports.flatMap((report) => report.skipped);
  return unexpectedSkips(skipped, platform).map(({ rule, tests }) => ({
    where: `${tests.length} tests were skipped that must run on ${platform}`,
    what: [rule ? `${rule.reason}: ${rule.help}` : 'no reason is known', ...tests].join('\n'),
  }));
}

/** The last lines of a run: skipped tests and failures with their reasons, and the counts. */
export function summaryOf(reports: Report[]): string[] {
  const passed = reports.reduce((sum, report) => sum + report.passed, 0);
  const failures = reports.flatMap((report) => report.failures);
  const skipped = reports.flatMap((report) => report.skipped);
  return [
    '',
    ...groupSkips(skipped).flatMap(skipLines),
    ...failures.flatMap(({ where, what }) => ['', `✘ ${where}`, ...quoted(what)]),
    '',
    `${passed} passed, ${failures.length} failed, ${skipped.length} skipped`,
  ];
}

const skipLines = ({ rule, tests }: SkipGroup): string[] =>
  rule
    ? [`○ ${tests.length} skipped: ${rule.reason}. To run them: ${rule.help}`]
    : tests.map((name) => `○ skipped without a known reason: ${name}`);

const quoted = (text: string): string[] =>
  stripVTControlCharacters(text)
    .split('\n')
    .slice(0, maxLines)
    .map((line) => `    ${line}`);
