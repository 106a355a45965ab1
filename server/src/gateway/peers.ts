import { randomUUID } from 'node:crypto';
import type { Pool } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { type Listener, publish } from '../platform/notify.ts';
import { every } from '../platform/schedule.ts';

const sayEvery = 1_000;
const silentAfter = 6_000;
const forgottenAfter = 120_000;

/** The servers on this database: each says every second that it is there, and when it leaves. */
export async function makePeers(pool: Pool, listener: Listener, log: Log) {
  const id = randomUUID();
  const heard = new Map<string, number>();
  const say = () => publish(pool, 'server', { id, leaving: false });
  listener.on('server', ({ id: other, leaving }) => {
    if (leaving) return void heard.delete(other);
    const isNew = !heard.has(other);
    heard.set(other, Date.now());
    // A newcomer learns of us at once, not only with our next turn.
    if (isNew && other !== id) say().catch((error) => log.warn({ err: error }, 'a new server was not greeted'));
  });
  await say();
  const stopSaying = every(sayEvery, say, log);

  /** Whether one that was there lately has fallen silent without a goodbye. */
  function someoneIsMissing(): boolean {
    const now = Date.now();
    for (const [other, at] of heard) if (now - at > forgottenAfter) heard.delete(other);
    return [...heard.values()].some((at) => now - at > silentAfter);
  }

  return {
    someoneIsMissing,
    async stop() {
      await stopSaying();
      await publish(pool, 'server', { id, leaving: true });
    },
  };
}

export type Peers = Awaited<ReturnType<typeof makePeers>>;
