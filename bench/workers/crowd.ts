import { setTimeout as sleep } from 'node:timers/promises';
import { makeCaller } from '../lib/caller.ts';
import { makeTally, type Report } from '../lib/tally.ts';
import { serveRequests } from '../lib/worker.ts';
import { managerToken } from '../lib/world.ts';

/** Far more calls at once than the server can answer: managers who do not pause between them. */

export interface CrowdSettings {
  url: string;
  managers: number;
}

export interface CrowdRequest {
  seconds: number;
}

const retryAfterMs = 100;

await serveRequests<CrowdSettings, CrowdRequest, Report>(({ url, managers }) => async ({ seconds }) => {
  const tally = makeTally();
  const { call } = makeCaller(url, () => tally);
  const end = Date.now() + seconds * 1000;
  const keepCalling = async (index: number) => {
    for (let token = managerToken(index); Date.now() < end; ) {
      const answer = await call({ kind: 'home, without pause', path: '/statistics/h5/home', token });
      if (answer === undefined) await sleep(retryAfterMs);
    }
  };
  await Promise.all(Array.from({ length: managers }, (_, index) => keepCalling(index)));
  return tally.report();
});
