import { stripVTControlCharacters } from 'node:util';

/** What a test runner leaves behind for the end of the run. */
export interface Report {
  passed: number;
  failed: number;
  skipped: number;
  troubles: Trouble[];
}

export interface Trouble {
  /** The test, or what else went wrong. */
  where: string;
  what: string;
  /** It passed when it was tried again. */
  mended: boolean;
}

const linesTold = 30;

/** The last words of a run: who looks only at its end finds there what failed, and why. */
export function lastWords(reports: Report[]): string[] {
  const total = (key: 'passed' | 'failed' | 'skipped') => reports.reduce((sum, report) => sum + report[key], 0);
  const troubles = reports.flatMap((report) => report.troubles);
  const mended = troubles.filter((trouble) => trouble.mended);
  const failed = troubles.filter((trouble) => !trouble.mended);
  return [
    ...(total('skipped') > 0 ? [`${total('skipped')} skipped: they say above what they lack`] : []),
    ...mended.flatMap((trouble) => ['', `↻ passed only at the second try: ${trouble.where}`, ...quoted(trouble)]),
    ...failed.flatMap((trouble) => ['', `✘ ${trouble.where}`, ...quoted(trouble)]),
    '',
    `${total('passed')} passed, ${total('failed')} failed`,
  ];
}

const quoted = ({ what }: Trouble): string[] =>
  stripVTControlCharacters(what)
    .split('\n')
    .slice(0, linesTold)
    .map((line) => `    ${line}`);
