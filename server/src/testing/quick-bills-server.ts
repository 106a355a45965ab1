import { startServer } from '../main.ts';
import { readEnv } from '../platform/env.ts';
import { makeLog } from '../platform/log.ts';
import { withTiming } from '../timing.ts';

/** A server that polls bills all the time. SIGUSR2 causes an unhandled rejection, SIGWINCH an uncaught exception. */
const timing = withTiming({ payments: { billsEveryMs: 100 }, load: { maxDelayMs: 60_000 } });
const server = await startServer(readEnv(process.env), { timing, log: makeLog('info'), end: process.exit });
process.on('SIGUSR2', () => void Promise.reject(new Error('nobody waits for this')));
process.on('SIGWINCH', () => {
  throw new Error('nobody catches this');
});
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
