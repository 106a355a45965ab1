import { activate } from '../lib/activate.ts';
import { makeCaller } from '../lib/caller.ts';
import { simulatedId } from '../lib/fleet-process.ts';
import { atRate } from '../lib/rate.ts';
import { makeTally, type Report } from '../lib/tally.ts';
import { serveRequests } from '../lib/worker.ts';
import { managerOfChair, managerToken, type Size } from '../lib/world.ts';

/** Managers who start chairs for cash at a fixed rate, one chair after another. */

export interface StartsSettings {
  url: string;
  priceId: string;
  size: Size;
}

export interface StartsRequest {
  perSecond: number;
  seconds: number;
}

export interface StartsReport extends Report {
  started: number;
}

await serveRequests<StartsSettings, StartsRequest, StartsReport>(({ url, priceId, size }) => {
  let tally = makeTally();
  let chair = 0;
  const { call } = makeCaller(url, () => tally);

  /** The latency counts from when the start was due, so that one delay shows in all the starts behind it. */
  async function start(due: number): Promise<boolean> {
    const index = chair++ % size.chairs;
    const token = managerToken(managerOfChair(index, size));
    const deviceId = simulatedId(index);
    const order = await activate(call, { kind: 'start', deviceId, priceId, payType: 'cash', token, begun: due });
    if (order && order.status !== 'running') tally.failed('start', order.status);
    return order?.status === 'running';
  }

  return async ({ perSecond, seconds }) => {
    tally = makeTally();
    let started = 0;
    await atRate(perSecond, seconds, async (_index, due) => {
      if (await start(due)) started += 1;
    });
    return { ...tally.report(), started };
  };
});
