import { randomUUID } from 'node:crypto';
import type { OutputOf } from '@recline/contract/call';
import { chairPage } from '@recline/contract/chair-page';
import { feedback } from '@recline/contract/feedback';
import { orders } from '@recline/contract/orders';
import { starting } from '@recline/contract/starting';
import { between, chance, type Pace, pick, weighted } from './pace.ts';
import type { Phone } from './phone.ts';
import { picture } from './picture.ts';
import type { CrowdPlace } from './places.ts';

export interface Visit {
  phone: Phone;
  token: string;
  place: CrowdPlace;
  deviceId: string;
  pace: Pace;
  /** The chairs in which guests of the crowd sit, with their orders. */
  sitting: Map<string, string>;
  /** The app name that it sends with feedback. */
  app: string;
  /** Whether a person has opened the chair meanwhile. */
  isLeftAlone(deviceId: string): boolean;
}

/** The share of those at a free chair who find it too dear. */
export const leaving = 0.1;

type Chair = OutputOf<(typeof chairPage)['get']>;

/** One guest at one chair: scans it, looks at the prices, pays, sits, and sometimes complains. */
export async function visitChair(visit: Visit): Promise<void> {
  const { phone, token, deviceId, pace } = visit;
  const chair = await phone.call(chairPage.get, { deviceId }, token);
  if (chair.state !== 'free') return;
  await pace.wait(between(5, 30));
  if (chance(leaving) || visit.isLeftAlone(deviceId)) return; // or a person has come
  const orderId = await payFor(visit, chair);
  if (orderId === undefined) return;
  await sit(visit, orderId);
  if (chance(0.003)) await complain(visit, orderId);
}

/** Returns the order once it runs; undefined if the guest left or the chair did not start. */
async function payFor({ phone, token, place, deviceId, pace }: Visit, chair: Chair): Promise<string | undefined> {
  const price = weighted(chair.prices, ({ gear }) => place.gears[gear]);
  const payType = pick(chair.payTypes);
  if (!price || !payType) return undefined;
  const order = { deviceId, priceId: price.priceId, payType, requestId: randomUUID() };
  const { orderId, payUrl } = await phone.call(starting.activate, order, token);
  if (payUrl === undefined) return undefined;
  await pace.wait(between(4, 20));
  if (chance(0.03)) return undefined; // leaves the cashier; the order expires
  if (chance(0.02)) {
    await phone.call(orders.stop, { orderId }, token); // changes its mind
    return undefined;
  }
  await phone.decideAt(payUrl, /^pa(y|id)$/);
  return (await starts({ phone, token, pace }, orderId)) ? orderId : undefined;
}

/** Polls the order until it is paid and the chair has answered. */
async function starts({ phone, token, pace }: Pick<Visit, 'phone' | 'token' | 'pace'>, orderId: string) {
  for (let looks = 0; looks < 20; looks += 1) {
    const { status } = await phone.call(orders.get, { orderId }, token);
    if (status === 'running') return true;
    if (status !== 'pending' && status !== 'starting') return false;
    await pace.wait(2 * pace.speed); // the server's time, however fast the guest's is
  }
  return false;
}

/** Sits for the bought time, or stands up earlier. */
async function sit({ phone, token, pace, deviceId, sitting }: Visit, orderId: string): Promise<void> {
  const { minutes } = await phone.call(orders.get, { orderId }, token);
  sitting.set(deviceId, orderId);
  try {
    const isEarly = chance(0.03);
    await pace.wait(isEarly ? between(60, minutes * 50) : minutes * 60);
    if (isEarly) await phone.call(orders.stop, { orderId }, token);
  } finally {
    sitting.delete(deviceId);
  }
}

async function complain({ phone, token, place, pace, app }: Visit, orderId: string): Promise<void> {
  await pace.wait(between(30, 300));
  const complaint = pick(place.complaints.filter(({ about }) => about !== 'failed'));
  if (!complaint) return;
  const files = chance(0.5) ? [await phone.upload(`chair${Date.now()}.png`, picture(), token)] : [];
  const { problem, text: description } = complaint;
  await phone.call(feedback.insert, { orderId, problem, description, files, client: app }, token);
}
