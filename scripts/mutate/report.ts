import type { Verdict } from './judge.ts';

/** What became of a mutant. */
export interface Outcome {
  feature: string;
  place: string;
  kind: string;
  before: string;
  after: string;
  /** Undefined: the time was over before its turn. */
  verdict: Verdict | undefined;
}

/** A survivor that changes nothing that anybody could see, with the argument. */
export interface Equivalent {
  file: string;
  before: string;
  after: string;
  because: string;
}

const count = (outcomes: readonly Outcome[], verdict: Verdict | undefined) =>
  outcomes.filter((one) => one.verdict === verdict).length;

/** Killed of all that were run; arguments are not subtracted. */
function rowOf(feature: string, outcomes: readonly Outcome[]): string {
  const killed = count(outcomes, 'killed');
  const survived = count(outcomes, 'survived');
  const run = killed + survived;
  const score = run === 0 ? '' : `${Math.round((killed * 100) / run)} %`;
  return [feature, outcomes.length, killed, survived, count(outcomes, undefined), score].join(' | ');
}

const isArgued = (outcome: Outcome, equivalents: readonly Equivalent[]) =>
  equivalents.some(
    ({ file, before, after }) =>
      outcome.place.startsWith(`${file}:`) && outcome.before === before && outcome.after === after,
  );

export function printReport(outcomes: readonly Outcome[], equivalents: readonly Equivalent[]): string {
  const features = [...new Set(outcomes.map(({ feature }) => feature))];
  const survivors = outcomes.filter(({ verdict }) => verdict === 'survived');
  return [
    '',
    'feature | planted | killed | survived | not run | score',
    '--- | --- | --- | --- | --- | ---',
    ...features.map((feature) =>
      rowOf(
        feature,
        outcomes.filter((one) => one.feature === feature),
      ),
    ),
    ...survivors.flatMap((one) => [
      '',
      `${one.place} ${one.kind}${isArgued(one, equivalents) ? ' (equivalent: see equivalents.ts)' : ''}`,
      `- ${one.before}`,
      `+ ${one.after}`,
    ]),
  ].join('\n');
}
