import type { Log } from './log.ts';
import { within } from './schedule.ts';

/** A part of the server. Modules start in the order of their list and stop in reverse. */
export interface Module {
  name: string;
  start?(): unknown;
  stop?(): unknown;
}

const stopTimeoutMs = 30_000;

export interface RunningModules {
  /** Starts one more module, which stops first. */
  add(module: Module): Promise<void>;
  stop(): Promise<void>;
}

/** Keeps the modules that have started. One that fails to stop, or hangs, does not keep the others running. */
export function runModules(log: Log): RunningModules {
  const started: Module[] = [];
  return {
    async add(module) {
      started.push(module);
      await module.start?.();
    },
    async stop() {
      for (const module of started.splice(0).reverse()) {
        await within(stopTimeoutMs, Promise.resolve(module.stop?.())).catch((error) =>
          log.error({ err: error, module: module.name }, 'a module did not stop cleanly'),
        );
      }
    },
  };
}
