import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Module } from './modules.ts';

export interface UnexpectedDeps {
  log: Log;
  metrics: Pick<Metrics, 'unexpected'>;
  /** Stops the server gracefully, then ends the process. */
  stop(): Promise<void>;
}

/**
 * The only handler of uncaught errors. A rejected promise concerns one piece of work, which has failed, so the server
 * continues. After an exception the state of the process is unknown, so it stops gracefully and the service manager
 * restarts it.
 */
export function unexpectedErrors({ log, metrics, stop }: UnexpectedDeps): Module {
  const rejected = (error: unknown) => {
    metrics.unexpected.inc({ kind: 'rejection' });
    log.error({ err: error }, 'a rejected promise was not handled');
  };
  const thrown = (error: Error) => {
    metrics.unexpected.inc({ kind: 'exception' });
    log.fatal({ err: error }, 'an exception was not handled: the server stops in order');
    void stop();
  };
  return {
    name: 'unexpected errors',
    start() {
      process.on('unhandledRejection', rejected);
      process.on('uncaughtException', thrown);
    },
    stop() {
      process.off('unhandledRejection', rejected);
      process.off('uncaughtException', thrown);
    },
  };
}
