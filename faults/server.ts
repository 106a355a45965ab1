import { flushCompileCache } from 'node:module';
import { startServer } from '../server/src/main.ts';
import { readEnv } from '../server/src/platform/env.ts';
import { makeLog } from '../server/src/platform/log.ts';
import type { Pace } from '../server/src/platform/pace.ts';

/**
 * The server, as it is, in a process of its own that can be killed. It is in more of a hurry than usual, and
 * whoever started it may set its clock ahead.
 */
export const quickPace: Pace = {
  startWait: 1_500,
  resendAfter: [300, 600, 1_050],
  askAfter: 400,
  flushEvery: 80,
  sweepEvery: 300,
  silenceEvery: 1_000,
  moneyEvery: 400,
  messageRetry: 100,
  lateNotice: 500,
  secondNotice: 100,
  noticeRetries: [100, 300, 1_000],
};

/** What the process says once it listens, and what it is told. */
export interface Listening {
  url: string;
  mqttPort: number;
}
export interface ClockSetting {
  ahead: number;
}

if (import.meta.main) {
  let ahead = 0;
  const env = readEnv(process.env);
  const clock = () => new Date(Date.now() + ahead);
  process.on('message', (setting: ClockSetting) => {
    ahead = setting.ahead;
    process.send?.(setting);
  });
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL')); // nobody is left to ask for anything
  const server = await startServer(env, { clock, pace: quickPace, log: makeLog(env.LOG_LEVEL) });
  flushCompileCache(); // who is killed has no time for it later
  process.send?.({ url: server.url, mqttPort: Number(new URL(server.mqttUrl).port) } satisfies Listening);
}
