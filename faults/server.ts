import { flushCompileCache } from 'node:module';
import { startServer } from '../server/src/main.ts';
import { readEnv } from '../server/src/platform/env.ts';
import { isMain } from '../server/src/platform/is-main.ts';
import { makeLog } from '../server/src/platform/log.ts';
import type { Timing } from '../server/src/timing.ts';

/**
 * The real server in its own process, which can be killed. Its timeouts are shorter, and its parent may set its clock
 * ahead.
 */
export const quickTiming: Timing = {
  orders: {
    startWaitMs: 1_500,
    resendAfterMs: [300, 600, 1_050],
    payingPace: { perSecond: 25, atOnce: 10, maxWaitMs: 5_000, maxWaiting: 1_000 },
    sweepEveryMs: 300,
    flushEveryMs: 80,
  },
  presence: { flushEveryMs: 80, silenceEveryMs: 1_000 },
  inbox: { retryMs: 100 },
  session: { saveUsesEveryMs: 500 },
  sms: { answerWithinMs: 8_000 },
  payments: {
    queryAfterMs: 400,
    everyMs: 400,
    leaseMs: 2_000,
    backoffMs: 400,
    answerNoticeMs: 300,
    retryNoticeMs: 1_000,
    billsEveryMs: 600_000,
  },
  sandbox: { lateNoticeMs: 500, secondNoticeMs: 100, noticeRetriesMs: [100, 300, 1_000] },
  chairPage: { cardWithinMs: 300 },
  prices: { plansEveryMs: 5_000 },
  retention: { everyMs: 60_000, pauseMs: 0 },
  load: { maxDelayMs: 500 },
  modules: { stopWithinMs: 30_000 },
};

/** Messages from the process once it listens, and to the process. */
export interface Listening {
  url: string;
  mqttPort: number;
}
export interface ClockSetting {
  ahead: number;
}

if (isMain(import.meta)) {
  let ahead = 0;
  const env = readEnv(process.env);
  const clock = () => new Date(Date.now() + ahead);
  process.on('message', (setting: ClockSetting) => {
    ahead = setting.ahead;
    process.send?.(setting);
  });
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL')); // the parent has exited
  const server = await startServer(env, { clock, timing: quickTiming, log: makeLog(env.LOG_LEVEL) });
  flushCompileCache(); // a killed process could not clean up at exit
  process.send?.({ url: server.url, mqttPort: Number(new URL(server.mqttUrl).port) } satisfies Listening);
}
