import { setTimeout as sleep } from 'node:timers/promises';
import { useOf, useOfFamily, watchProcesses } from '../lib/processes.ts';
import { failuresOf, type Latency, refusalsIn } from '../lib/tally.ts';
import type { StartsReport } from '../workers/starts.ts';
import type { Step } from './ladder.ts';
import type { Side } from './sides.ts';

const maxP99Ms = 1_000;
/** A start that was not confirmed is given up after ten seconds; its clean-up must not fall into the next step. */
const recoverMs = 15_000;

export interface StepOptions {
  perSecond: number;
  seconds: number;
  runSeconds: number;
  postgresPid: number;
}

export interface MeasuredStep extends Step, Latency {
  report: string;
}

/** Starts at a fixed rate on one side. The first seconds, until runs end as fast as they begin, are not measured. */
export async function measureStep(side: Side, options: StepOptions): Promise<MeasuredStep> {
  const { perSecond, seconds, runSeconds, postgresPid } = options;
  await side.managers.ask({ active: true });
  const watch = watchProcesses(
    [
      { name: 'server', read: () => useOf(side.pid) },
      ...(side.screensPid === side.pid ? [] : [{ name: 'product', read: () => useOf(side.screensPid) }]),
      { name: 'PostgreSQL', read: () => useOfFamily(postgresPid) },
      { name: 'chairs', read: () => useOf(side.fleetPid) },
      { name: 'starting', read: () => useOf(side.starts.pid) },
      { name: 'screens', read: () => useOf(side.managers.pid) },
    ],
    seconds,
  );
  const starts = await side.starts.ask({ perSecond, seconds, leadInSeconds: runSeconds });
  const uses = (await watch.stop()).map(({ name, slices }) => `${name} ${slices(1)[0]?.percent.toFixed(0)} %`);
  const managers = await side.managers.ask({ active: false });
  const problem = problemOf(starts);
  await sleep(runSeconds * 1000 + (problem === undefined ? 1_000 : recoverMs));
  await side.chairsOnline();
  const { p50 = Number.NaN, p99 = Number.NaN } = startsIn(starts) ?? {};
  const calls = managers.kinds.reduce((sum, kind) => sum + kind.calls, 0);
  const background = `${calls} calls of managers, ${refusalsIn(managers)} refused`;
  return { rate: perSecond, problem, p50, p99, report: [...uses, background].join(', ') };
}

export const startsIn = ({ kinds }: Pick<StartsReport, 'kinds'>) => kinds.find(({ kind }) => kind === 'start');

/** Why this rate is too high; undefined if it is not. */
function problemOf(starts: StartsReport): string | undefined {
  const failures = [starts.leadIn, starts].flatMap(({ kinds }) => kinds.map(failuresOf)).filter((text) => text !== '');
  if (failures.length > 0) return failures.join(', ');
  const p99 = startsIn(starts)?.p99 ?? Number.NaN;
  return p99 <= maxP99Ms ? undefined : `p99 over ${maxP99Ms} ms`;
}
