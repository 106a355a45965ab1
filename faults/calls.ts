import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Client } from '../server/src/testing/client.ts';
import type { Scene } from './scene.ts';

const answerTimeoutMs = 60_000;

/** Sends a call, and retries while there is no answer or a 503. */
export async function callWithRetry<T>(
  { environment, reported }: Scene,
  what: string,
  tries: number,
  call: (client: Client) => Promise<Answer<T>>,
): Promise<Answer<T> | undefined> {
  for (let tried = 0; tried < tries; tried += 1) {
    if (tried > 0) await sleep(120);
    const server = environment.server();
    if (!server) continue;
    const answer = await Promise.race([
      call(server.client).catch(() => undefined),
      sleep(answerTimeoutMs, 'never' as const, { ref: false }),
    ]);
    if (answer === 'never') reported.unexpected.push(`${what} was not answered`);
    else if (answer?.code === 500) reported.unexpected.push(`${what} was answered with 500`);
    else if (answer && answer.status < 500) return answer;
  }
  return undefined;
}
