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
  /** Starts before the measurement, at the same rate, reported separately. */
  leadInSeconds: number;
}

export interface StartsReport extends Report {
  leadIn: Report;
  /** Chairs that are running, including those of the lead-in. */
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
    const current = tally;
    const order = await activate(call, { kind: 'start', deviceId, priceId, payType: 'cash', token, begun: due });
    if (order && order.status !== 'running') current.failed('start', order.status);
    return order?.status === 'running';
  }

  return async ({ perSecond, seconds, leadInSeconds }) => {
    let started = 0;
    const leadIn = makeTally();
    tally = leadIn;
    const measuredFrom = Math.ceil(perSecond * leadInSeconds);
    await atRate(perSecond, leadInSeconds + seconds, async (index, due) => {
      if (index === measuredFrom) tally = makeTally();
      if (await start(due)) started += 1;
    });
    return { ...tally.report(), leadIn: leadIn.report(), started };
  };
});
