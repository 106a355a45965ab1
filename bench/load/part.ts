import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { Report } from './tally.ts';

/** What every part of the load is told. */
export interface Orders {
  url: string;
  seconds: number;
  managers: number;
  consumers: number;
  chairs: number;
  startsASecond: number;
  /** The first start is on this chair, the next on the one after it: those before may still be in use. */
  firstChair: number;
  coinsASecond: number;
  /** Seconds that a manager looks at a screen, on average. */
  think: number;
  streams: number;
  priceId: string;
  /** Where coins are thrown in. */
  control: string;
}

export interface Outcome extends Report {
  /** What this part knows beside its calls. */
  facts: Record<string, number>;
}

/** A part of the load in a process of its own. */
export function startPart(name: 'managers' | 'guests' | 'crowd', orders: Orders) {
  const child = fork(join(import.meta.dirname, `${name}.ts`), {
    serialization: 'advanced',
    env: { ...process.env, ORDERS: JSON.stringify(orders) },
  });
  const done = once(child, 'message').then(([outcome]) => outcome as Outcome);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended without a word`)));
  ended.catch(() => {});
  return { pid: child.pid ?? 0, outcome: Promise.race([done, ended]), stop: () => child.kill('SIGKILL') };
}

/** Inside such a process: does the work, and hands over what came of it. */
export async function runPart(work: (orders: Orders) => Promise<Outcome>): Promise<void> {
  setPriority(5); // phones have processors of their own: those who play them must not take the server's
  const outcome = await work(JSON.parse(process.env.ORDERS ?? '') as Orders);
  process.send?.(outcome, undefined, {}, () => process.exit(0));
}

/** What the accounts of the load are called, and the tokens of their sessions. */
export const managerToken = (index: number): string => `load-manager-${index}`;
export const consumerToken = (index: number): string => `load-consumer-${index}`;
