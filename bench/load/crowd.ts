import { setTimeout as sleep } from 'node:timers/promises';
import { makeCaller } from './caller.ts';
import { managerToken, runPart } from './part.ts';
import { makeTally } from './tally.ts';

/** Far more calls at once than the server can answer, from people who do not wait between them. */

const pauseWhenRefused = 100;

await runPart(async ({ url, seconds, managers }) => {
  const tally = makeTally();
  const { call } = makeCaller(url, tally);
  const over = Date.now() + seconds * 1000;
  const insist = async (index: number) => {
    for (let token = managerToken(index); Date.now() < over; ) {
      const answer = await call({ kind: 'home, all at once', path: '/statistics/h5/home', token });
      if (answer === undefined) await sleep(pauseWhenRefused);
    }
  };
  await Promise.all(Array.from({ length: managers }, (_, index) => insist(index)));
  return { ...tally.report(), facts: {} };
});
