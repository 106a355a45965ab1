import { limits } from '@recline/contract/limits';
import { startServer } from '../server/src/main.ts';
import { readEnv } from '../server/src/platform/env.ts';
import { makeLog } from '../server/src/platform/log.ts';
import { withTiming } from '../server/src/timing.ts';

/**
 * The server with shorter deadlines: tests that wait for one finish sooner. Browsers share its cores, so a late event
 * loop does not mean that the server is overloaded.
 */
/** One payer at a time asks a provider; everybody else waits in the queue. */
const crowd = { payingPace: { perSecond: 0.001, atOnce: 1, maxWaitMs: limits.turnSeconds * 1000, maxWaiting: 1_000 } };

const timing = withTiming({
  orders: {
    startWaitMs: 3_000,
    resendAfterMs: [600, 1_200, 2_100],
    sweepEveryMs: 300,
    flushEveryMs: 80,
    ...(process.env.E2E_CROWD && crowd),
  },
  presence: { flushEveryMs: 80 },
  payments: { everyMs: 1_000 },
  sandbox: { lateNoticeMs: 1_500, secondNoticeMs: 200 },
  load: { maxDelayMs: 60_000 },
});

const server = await startServer(readEnv(process.env), { timing, log: makeLog(process.env.LOG_LEVEL ?? 'info') });
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
