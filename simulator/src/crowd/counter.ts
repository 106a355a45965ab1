import { randomUUID } from 'node:crypto';
import { chairPage } from '@recline/contract/chair-page';
import { feedback } from '@recline/contract/feedback';
import { orders } from '@recline/contract/orders';
import { starting } from '@recline/contract/starting';
import { weighted } from './pace.ts';
import type { Phone } from './phone.ts';
import type { CrowdPlace } from './places.ts';

/** The actions of a manager at the counter of an outlet. */

/** Takes cash and starts the chair. */
export async function sellForCash(phone: Phone, token: string, place: CrowdPlace, deviceId: string): Promise<void> {
  const { state, prices } = await phone.call(chairPage.get, { deviceId }, token);
  const price = weighted(prices, ({ gear }) => place.gears[gear]);
  if (state !== 'free' || !price) return;
  const order = { deviceId, priceId: price.priceId, payType: 'cash', requestId: randomUUID() };
  await phone.call(starting.activate, order, token);
}

/** Requests a refund of all that is left of an order, which the provider may refuse. */
export async function refundOrder(phone: Phone, token: string, orderId: string): Promise<void> {
  const reason = 'The guest complained at the counter.';
  await phone.call(orders.refund, { orderId, reason, requestId: randomUUID() }, token);
}

/** How many complaints are left for people to try replying. */
const waitingComplaints = 3;

/** A manager at the counter of a place. */
export interface Counter {
  place: CrowdPlace;
  token: string;
}

/**
 * Answers the oldest complaints of the crowd until only the intended number is left. Complaints of real people are
 * never answered.
 */
export async function answerComplaints(phone: Phone, counters: readonly Counter[], app: string): Promise<void> {
  const lists = await Promise.all(counters.map((counter) => waitingAt(phone, counter, app)));
  const newestFirst = lists.flat().toSorted((one, other) => Number(other.feedbackId) - Number(one.feedbackId));
  for (const { counter, feedbackId, order, description } of newestFirst.slice(waitingComplaints)) {
    const { complaints } = counter.place;
    const known = complaints.find(({ text }) => text === description) ?? complaints[0];
    const isDue = known?.about === 'refunded' && order !== null && order.amount > order.refundedAmount;
    if (isDue) await refundOrder(phone, counter.token, order.orderId);
    await phone.call(feedback.reply, { feedbackId, reply: known?.reply ?? '', status: 'done' }, counter.token);
  }
}

async function waitingAt(phone: Phone, counter: Counter, app: string) {
  const { rows } = await phone.call(feedback.list, { status: 'new', limit: 100 }, counter.token);
  return rows.filter(({ client }) => client === app).map((row) => ({ counter, ...row }));
}
