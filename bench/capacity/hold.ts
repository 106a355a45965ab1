import { useOf, useOfFamily, watchProcesses } from '../lib/processes.ts';
import { failuresOf } from '../lib/tally.ts';
import type { Side } from './sides.ts';
import { type StepOptions, startsIn } from './step.ts';

const maxGrowth = 1.25;

interface Row {
  name: string;
  unit: string;
  thirds: number[];
}

/** Holds a rate on one side and compares the last third of the time with the first. */
export async function hold(side: Side, { perSecond, seconds, runSeconds, postgresPid }: StepOptions): Promise<void> {
  await side.managers.ask({ active: true });
  const watch = watchProcesses(
    [
      { name: 'processor, server', read: () => useOf(side.pid) },
      { name: 'processor, PostgreSQL', read: () => useOfFamily(postgresPid) },
    ],
    2,
  );
  const report = await side.starts.ask({ perSecond, seconds, leadInSeconds: runSeconds });
  const uses = await watch.stop();
  await side.managers.ask({ active: false });
  const starts = startsIn(report);
  if (!starts) throw new Error('no start was measured');
  console.log(`${starts.calls} starts; ${failuresOf(starts) || 'none failed'}`);
  for (const example of report.examples) console.log(`  ${example}`);
  printRows([
    { name: 'p50', unit: 'ms', thirds: starts.thirds.map(({ p50 }) => p50) },
    { name: 'p99', unit: 'ms', thirds: starts.thirds.map(({ p99 }) => p99) },
    ...uses.map(({ name, slices }) => ({ name, unit: '%', thirds: slices(3).map(({ percent }) => percent) })),
  ]);
}

function printRows(rows: Row[]): void {
  console.log(`  ${'by thirds'.padEnd(24)}${['first', 'second', 'last'].map((name) => name.padStart(12)).join('')}`);
  for (const { name, unit, thirds } of rows) {
    const growth = (thirds[2] ?? Number.NaN) / (thirds[0] ?? Number.NaN);
    const verdict = growth <= maxGrowth ? 'met' : 'MISSED';
    const cells = thirds.map((value) => `${value.toFixed(1)} ${unit}`.padStart(12)).join('');
    console.log(
      `  ${name.padEnd(24)}${cells}   last to first ${growth.toFixed(2)}, goal at most ${maxGrowth}: ${verdict}`,
    );
  }
}
