import type { Verdict } from './judge.ts';

/** The outcome of a mutant. */
export interface Outcome {
  feature: string;
  place: string;
  kind: string;
  before: string;
  after: string;
  /** Undefined: not run, for lack of time. */
  verdict: Verdict | undefined;
}

/** A survivor that changes nothing observable, with the reason. */
export interface Equivalent {
  file: string;
  before: string;
  after: string;
  because: string;
}

const count = (outcomes: readonly Outcome[], verdict: Verdict | undefined) =>
  outcomes.filter((one) => one.verdict === verdict).length;

const isArgued = (outcome: Outcome, equivalents: readonly Equivalent[]) =>
  equivalents.some(
    ({ file, before, after }) =>
      outcome.place.startsWith(`${file}:`) && outcome.before === before && outcome.after === after,
  );

/** Killed of all that were planted; equivalent mutants are not subtracted. */
function rowOf(feature: string, outcomes: readonly Outcome[], equivalents: readonly Equivalent[]): string {
  const killed = count(outcomes, 'killed');
  const survived = count(outcomes, 'survived');
  const notRun = count(outcomes, undefined);
  const planted = outcomes.length - notRun;
  const score = planted === 0 ? '' : `${Math.round((killed * 100) / planted)} %`;
  const argued = outcomes.filter((one) => one.verdict === 'survived' && isArgued(one, equivalents)).length;
  return [feature, planted, killed, score, survived, argued, notRun].join(' | ');
}

export function printReport(outcomes: readonly Outcome[], equivalents: readonly Equivalent[]): string {
  const features = [...new Set(outcomes.map(({ feature }) => feature))];
  const survivors = outcomes.filter(({ verdict }) => verdict === 'survived');
  return [
    '',
    'feature | planted | killed | score | survived | argued | not run',
    '--- | --- | --- | --- | --- | --- | ---',
    ...features.map((feature) =>
      rowOf(
        feature,
        outcomes.filter((one) => one.feature === feature),
        equivalents,
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
