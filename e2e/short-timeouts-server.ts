import { startServer } from '../server/src/main.ts';
import { readEnv } from '../server/src/platform/env.ts';
import { makeLog } from '../server/src/platform/log.ts';
import { usualPace } from '../server/src/platform/pace.ts';

/** The real server with shorter timeouts, so that tests of deadlines are fast. */
const pace = {
  ...usualPace,
  startWait: 3_000,
  resendAfter: [600, 1_200, 2_100],
  flushEvery: 80,
  sweepEvery: 300,
  moneyEvery: 1_000,
  lateNotice: 1_500,
  secondNotice: 200,
};

const server = await startServer(readEnv(process.env), { pace, log: makeLog(process.env.LOG_LEVEL ?? 'info') });
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
