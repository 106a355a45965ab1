import {
  countedStatuses,
  holdingStatuses,
  isIn,
  openStatuses,
  startedStatuses,
  voidStatuses,
} from '@recline/contract/dictionary';
import { serverConnections } from '../server/src/platform/db.ts';
import type { Facts, OrderFact } from './facts.ts';
import { groupBy, type Invariant, is, name, sum } from './invariant.ts';
import { ledgerAddsUp, onePaymentKept, paidForSomething, providerAgrees, sumsAgree } from './money-invariants.ts';
import { foreignMoneyStays, strangersChangeNothing } from './stranger-invariants.ts';

const oneOrderAChair: Invariant = {
  name: 'no chair has two orders',
  broken({ orders }) {
    const holding = groupBy(orders.filter(is(holdingStatuses)), ({ deviceId }) => deviceId)
      .filter(([, several]) => several.length > 1)
      .map(([deviceId, several]) => `chair ${deviceId} has ${several.map(name).join(' and ')}`);
    return [...holding, ...groupBy(orders, ({ deviceId }) => deviceId).flatMap(([, ofChair]) => overlaps(ofChair))];
  },
};

/** Orders whose times on one chair overlap. Coins may: money is never dropped. */
function overlaps(orders: OrderFact[]): string[] {
  const ran = orders.filter((order) => order.startedAt !== null && order.type !== 'coin');
  const span = ({ startedAt, endedAt, endsAt }: OrderFact) =>
    [startedAt, endedAt ?? endsAt].map((text) => Date.parse(text ?? '')) as [number, number];
  return ran.flatMap((one, index) =>
    ran.slice(index + 1).flatMap((other) => {
      const [[from, to], [otherFrom, otherTo]] = [span(one), span(other)];
      const together = Math.min(to, otherTo) - Math.max(from, otherFrom);
      return together > 0 ? [`${name(one)} and ${name(other)} ran at once on ${one.deviceId} for ${together} ms`] : [];
    }),
  );
}

const coinsCount: Invariant = {
  name: 'no coin is lost or counted twice',
  broken({ chairs, devices, orders, events }) {
    return chairs.flatMap(({ deviceId, written, totalCoins }) => {
      const wrong: string[] = [];
      const coins = written.filter((event) => event.type === 'coin');
      const coinOrders = orders.filter((order) => order.deviceId === deviceId && order.type === 'coin');
      for (const coin of coins) {
        const stored = events.filter((event) => event.deviceId === deviceId && event.eventId === coin.eventId);
        const order = coinOrders.find(({ id }) => id === stored[0]?.orderId);
        if (order?.amount !== coin.amount) wrong.push(`coin ${coin.eventId} of ${deviceId} has no order of its amount`);
      }
      if (coinOrders.length !== coins.length)
        wrong.push(`${deviceId} took ${coins.length} coins and has ${coinOrders.length} coin orders`);
      const device = devices.find((each) => each.deviceId === deviceId);
      if (device?.totalCoins !== totalCoins || device.coinDifference !== 0) {
        wrong.push(
          `${deviceId} counted ${totalCoins} coins; we have ${device?.totalCoins}, ${device?.coinDifference} of them missing`,
        );
      }
      return wrong;
    });
  },
};

const couponsOnce: Invariant = {
  name: 'no coupon is used twice or lost',
  broken({ orders, coupons }) {
    return coupons.flatMap(({ no, voided, issuedFor }) => {
      const uses = orders.filter((order) => order.couponNo === no || order.cashCouponNo === no);
      const good = uses.filter((order) => !isIn(voidStatuses, order.status));
      if (good.length > 1) return [`coupon ${no} was used by ${good.map(name).join(' and ')}`];
      // A coupon issued for one cash order ends with it, because the cash was returned.
      const ended = issuedFor !== null && good.length === 0;
      if (voided !== ended)
        return [`coupon ${no} is ${voided ? 'worthless' : 'still good'} after ${uses.map(name).join(', ')}`];
      return [];
    });
  },
};

const statisticsAreOrders: Invariant = {
  name: 'the statistics are the orders',
  broken({ orders, figures }) {
    const started = orders.filter(is(startedStatuses));
    const net = (wanted: (order: OrderFact) => boolean) =>
      started.filter(wanted).reduce((total, order) => total + order.amount - order.refundedAmount, 0);
    const online = net((order) => order.type === 'online');
    const cash = net((order) => order.type !== 'online');
    const [gross, refunds] = [sum(started), started.reduce((total, order) => total + order.refundedAmount, 0)];
    const expected = { orders: orders.filter(is(countedStatuses)).length, online, cash, gross, refunds };
    return Object.entries(figures)
      .filter(([, found]) => Object.entries(found).some(([name, value]) => value !== expected[name as 'gross']))
      .map(([which, found]) => `${which}: ${JSON.stringify(found)}, the orders: ${JSON.stringify(expected)}`);
  },
};

const chairsAgree: Invariant = {
  name: 'what a chair did and what we say it did agree',
  broken({ chairs, orders, events }) {
    return chairs.flatMap(({ deviceId, written, waiting, runs }) => {
      const wrong: string[] = [];
      if (waiting > 0) wrong.push(`${deviceId} still waits for ${waiting} confirmations`);
      const stored = new Set(events.filter((event) => event.deviceId === deviceId).map((event) => event.eventId));
      for (const event of written)
        if (!stored.has(event.eventId)) wrong.push(`${event.type} ${event.eventId} of ${deviceId} is not stored`);
      const began = new Set(written.flatMap((event) => (event.type === 'started' ? [event.orderId] : [])));
      for (const order of orders.filter((each) => each.deviceId === deviceId && each.type !== 'coin')) {
        if (order.startedAt !== null && !began.has(order.id))
          wrong.push(`${name(order)} is said to have run; ${deviceId} never did`);
        if (runs === order.id && !isIn(countedStatuses, order.status)) wrong.push(`${deviceId} runs ${name(order)}`);
      }
      return wrong;
    });
  },
};

const answersAreTrue: Invariant = {
  name: 'what people were told is true',
  broken({ orders, reported, ledger }) {
    const byId = new Map(orders.map((order) => [order.id, order]));
    const wrong = [...reported.unexpected];
    for (const { accountId, requestId, answers } of reported.starts) {
      const made = orders.filter((order) => order.placedBy === accountId && order.requestId === requestId);
      if (made.length > 1) wrong.push(`request ${requestId} made ${made.map(name).join(' and ')}`);
      for (const { code, orderId, status } of answers) {
        if (code === 200 && made[0]?.id !== orderId) wrong.push(`order ${orderId} was promised and is not there`);
        if (code === 200 && status === 'running' && made[0]?.startedAt === null)
          wrong.push(`${name(made[0])} was said to run`);
        if (code === 20401 && made[0] && made[0].status !== 'cancelled')
          wrong.push(`request ${requestId} was told that the payment failed: ${name(made[0])}`);
        if (code === 20206 && made[0]?.status !== 'failed')
          wrong.push(`request ${requestId} was told that the chair did not start: ${made.map(name).join()}`);
      }
    }
    for (const id of reported.stopped) {
      const order = byId.get(id);
      if (!order || isIn(openStatuses, order.status))
        wrong.push(`order ${id} was said to be stopped: ${order?.status}`);
    }
    for (const id of reported.refunded)
      if (byId.get(id)?.status !== 'refunded') wrong.push(`order ${id} was said to be refunded`);
    for (const id of reported.noticesAccepted) {
      if (!ledger.some(({ orderId, kind }) => orderId === id && kind === 'paid'))
        wrong.push(`the payment of order ${id} was reported by a notice and not recorded`);
    }
    return wrong;
  },
};

const nothingStuck: Invariant = {
  name: 'nothing is stuck past its deadline',
  broken(facts) {
    const stuck = facts.orders.filter(is(['starting'])).map((order) => `${name(order)} is still starting`);
    const owed = facts.refunds.filter(({ state, closed }) => state !== 'done' && !closed);
    return [...stuck, ...owed.map(({ orderId, state }) => `a refund of order ${orderId} is ${state}`)];
  },
};

const mostConnections = Object.values(serverConnections).reduce((total, count) => total + count, 0);

const connectionsLimited: Invariant = {
  name: 'a server has no more connections to the database than it may',
  broken: ({ connections }) =>
    connections > mostConnections ? [`the server has ${connections} connections; it may have ${mostConnections}`] : [],
};

/** Hold once everything has settled. */
export const invariants: Invariant[] = [
  oneOrderAChair,
  paidForSomething,
  onePaymentKept,
  providerAgrees,
  sumsAgree,
  ledgerAddsUp,
  foreignMoneyStays,
  strangersChangeNothing,
  coinsCount,
  couponsOnce,
  statisticsAreOrders,
  chairsAgree,
  answersAreTrue,
  nothingStuck,
  connectionsLimited,
];

/** Holds hours later, when every order's time is over. */
export const allOver: Invariant = {
  name: 'every order and every payment ends',
  broken: ({ orders, attempts }) => [
    ...orders.filter(is(openStatuses)).map((order) => `${name(order)} is not over after hours`),
    ...attempts
      .filter(({ state }) => state === 'open')
      .map(({ number }) => `payment ${number} is still open after hours`),
  ],
};

export const violationsIn = (facts: Facts, checked: Invariant[] = invariants): string[] =>
  checked.flatMap(({ name: invariant, broken }) => broken(facts).map((what) => `${invariant}: ${what}`));
