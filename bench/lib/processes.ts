import { readdir, readFile } from 'node:fs/promises';

const ticksASecond = 100;
const pageBytes = 4096;

export interface Use {
  /** Seconds of processor time since its start. */
  cpu: number;
  megabytes: number;
}

interface Stat extends Use {
  parent: number;
  /** Processor time of its ended children. */
  ended: number;
}

async function statOf(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (!fields) return undefined;
  const number = (index: number) => Number(fields[index] ?? 0);
  return {
    parent: number(1),
    cpu: (number(11) + number(12)) / ticksASecond,
    ended: (number(13) + number(14)) / ticksASecond,
    megabytes: (number(21) * pageBytes) / 1024 / 1024,
  };
}

/** What a process has used, without its children. */
export async function useOf(pid: number): Promise<Use> {
  const { cpu = 0, megabytes = 0 } = (await statOf(pid)) ?? {};
  return { cpu, megabytes };
}

/** What a process and its children have used, ended ones included. Shared memory counts for each of them. */
export async function useOfFamily(pid: number): Promise<Use> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(pids.map(async (each) => ({ pid: each, ...(await statOf(each)) })));
  const family = stats.filter((each) => each.pid === pid || each.parent === pid);
  const sum = (of: (stat: Partial<Stat>) => number | undefined) =>
    family.reduce((all, each) => all + (of(each) ?? 0), 0);
  const ended = family.find((each) => each.pid === pid)?.ended ?? 0;
  return { cpu: sum((each) => each.cpu) + ended, megabytes: sum((each) => each.megabytes) };
}

export interface Watched {
  name: string;
  read(): Promise<Use>;
}

interface Sample {
  at: number;
  uses: Use[];
}

export interface Slice {
  megabytes: number;
  /** Percent of one core. */
  percent: number;
}

/** Samples the use of processes at an interval until `stop`, which returns each one's use in slices of equal length. */
export function watchProcesses(watched: Watched[], everySeconds: number) {
  const samples: Sample[] = [];
  const sample = async () => {
    const uses = await Promise.all(watched.map((each) => each.read()));
    samples.push({ at: performance.now(), uses });
  };
  const timer = setInterval(() => void sample(), everySeconds * 1000);
  const first = sample();
  return {
    async stop() {
      clearInterval(timer);
      await first;
      await sample();
      const slices = (index: number, count: number) =>
        Array.from({ length: count }, (_, slice) => sliceOf(samples, index, slice, count));
      return watched.map(({ name }, index) => ({ name, slices: (count: number) => slices(index, count) }));
    },
  };
}

export type Watching = Awaited<ReturnType<ReturnType<typeof watchProcesses>['stop']>>;

function sliceOf(samples: Sample[], index: number, slice: number, count: number): Slice {
  const [first, last] = [samples[0]?.at ?? 0, samples.at(-1)?.at ?? 0];
  const from = first + ((last - first) * slice) / count;
  const until = first + ((last - first) * (slice + 1)) / count;
  // The sample before the slice too, so that no time between two slices is left out.
  const begin = samples.findLastIndex(({ at }) => at <= from);
  const part = samples.slice(begin).filter(({ at }) => at <= until);
  const uses = part.map((sample) => sample.uses[index] ?? { cpu: 0, megabytes: 0 });
  const seconds = ((part.at(-1)?.at ?? 0) - (part[0]?.at ?? 0)) / 1000;
  const cpu = (uses.at(-1)?.cpu ?? 0) - (uses[0]?.cpu ?? 0);
  const megabytes = uses.reduce((sum, use) => sum + use.megabytes, 0) / Math.max(1, uses.length);
  return { megabytes, percent: seconds > 0 ? (100 * cpu) / seconds : 0 };
}
