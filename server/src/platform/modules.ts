import type { Log } from './log.ts';
import { within } from './schedule.ts';

/** A part of the server. Modules start in the order of their list and stop in reverse. */
export interface Module {
  name: string;
  start?(): unknown;
  stop?(): unknown;
}

export interface ModuleTiming {
  /** A module that has not stopped after this is abandoned. */
  stopWithinMs: number;
}

export interface RunningModules {
  /** Starts one more module, which stops first. */
  add(module: Module): Promise<void>;
  stop(): Promise<void>;
}

/** Tracks the started modules. One that fails to stop, or hangs, does not prevent the others from stopping. */
export function runModules({ log, timing }: { log: Log; timing: ModuleTiming }): RunningModules {
  const started: Module[] = [];
  return {
    async add(module) {
      started.push(module);
      await module.start?.();
    },
    async stop() {
      for (const module of started.splice(0).reverse()) {
        await within(timing.stopWithinMs, stopOf(module)).catch((error) =>
          log.error({ err: error, module: module.name }, 'a module did not stop cleanly'),
        );
      }
    },
  };
}

/** Async, so that a stop that throws is a rejection. */
const stopOf = async (module: Module): Promise<unknown> => module.stop?.();
