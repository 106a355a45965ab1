import { isIn, startedStatuses } from '@recline/contract/dictionary';
import type { Facts, OrderFact } from './facts.ts';
import { groupBy, type Invariant, is, name, sum } from './invariant.ts';

const moneyOf = ({ ledger, refunds }: Facts, order: OrderFact) => {
  const entries = ledger.filter(({ orderId }) => orderId === order.id);
  const of = (kind: 'paid' | 'refunded') => entries.filter((entry) => entry.kind === kind);
  const requested = refunds.filter(({ orderId }) => orderId === order.id);
  return { entries, paid: of('paid'), refunded: of('refunded'), requested };
};

/** Payments less refunds equal the order's net amount, or zero if it did not start. */
export const paidForSomething: Invariant = {
  name: 'what was paid is what was earned and refunded',
  broken(facts) {
    return facts.orders.flatMap((order) => {
      if (order.paidBefore) return [];
      const { paid, refunded } = moneyOf(facts, order);
      const kept = sum(paid) - sum(refunded);
      const earned = isIn(startedStatuses, order.status) ? order.amount - order.refundedAmount : 0;
      return kept === earned ? [] : [`${name(order)} keeps ${kept} where ${earned} was earned`];
    });
  },
};

/** Of an order's payments one is kept, less its refunds; every other is refunded in full. */
export const onePaymentKept: Invariant = {
  name: 'what was paid under a number was kept or went back',
  broken(facts) {
    return facts.orders.flatMap((order) => {
      const { entries } = moneyOf(facts, order);
      const kept = groupBy(entries, ({ number }) => number).map(([number, ofNumber]) => {
        const of = (kind: 'paid' | 'refunded') => sum(ofNumber.filter((entry) => entry.kind === kind));
        return { number, amount: of('paid') - of('refunded') };
      });
      const wrong = kept
        .filter(({ amount }) => amount < 0)
        .map(({ number }) => `more went back of ${number} than was paid`);
      const keeping = kept.filter(({ amount }) => amount > 0);
      return keeping.length > 1
        ? [
            ...wrong,
            `${name(order)} keeps ${keeping.map(({ number, amount }) => `${amount} of ${number}`).join(' and ')}`,
          ]
        : wrong;
    });
  },
};

export const providerAgrees: Invariant = {
  name: "the provider's books and ours agree, payment by payment",
  broken({ ledger, provider }) {
    return provider.flatMap(({ orderId, number, status, amount, returned }) => {
      if (orderId === null) return [`the provider knows payment ${number}, we do not`];
      const entries = ledger.filter((entry) => entry.number === number);
      const paid = sum(entries.filter(({ kind }) => kind === 'paid'));
      // What staff paid by hand bypassed the provider.
      const refunded = sum(entries.filter(({ kind, provider: by }) => kind === 'refunded' && by !== 'hand'));
      const theirs = status === 'paid' ? amount : 0;
      if (paid !== theirs) return [`payment ${number} is ${theirs} at the provider and ${paid} here`];
      return refunded === returned
        ? []
        : [`of payment ${number} the provider returned ${returned}, we say ${refunded}`];
    });
  },
};

/** Online payments, refunds and net income have the same totals in ledger, orders, statistics and provider simulator. */
export const sumsAgree: Invariant = {
  name: 'ledger, orders, statistics and the providers have the same sums',
  broken({ orders, ledger, provider, figures }) {
    const online = ledger.filter(({ number }) => number !== null);
    const of = (kind: 'paid' | 'refunded', hand = false) =>
      sum(online.filter((entry) => entry.kind === kind && (entry.provider === 'hand') === hand));
    const theirs = provider.filter(({ status }) => status === 'paid');
    const started = orders.filter((order) => is(startedStatuses)(order) && order.type === 'online');
    const kept = {
      ledger: of('paid') - of('refunded') - of('refunded', true),
      orders: started.reduce((total, { amount, refundedAmount }) => total + amount - refundedAmount, 0),
      statistics: figures.statistics.online,
      providers: sum(theirs) - theirs.reduce((total, { returned }) => total + returned, 0) - of('refunded', true),
    };
    return new Set(Object.values(kept)).size === 1 ? [] : [JSON.stringify(kept)];
  },
};

export const ledgerAddsUp: Invariant = {
  name: 'the ledger adds up',
  broken(facts) {
    return facts.orders.flatMap((order) => {
      const { entries, paid, refunded, requested } = moneyOf(facts, order);
      const wrong: string[] = [];
      const numbers = paid.map(({ number }) => number);
      if (new Set(numbers).size !== numbers.length) wrong.push(`${name(order)} has a payment twice`);
      if (entries.some(({ currency }) => currency !== order.currency))
        wrong.push(`${name(order)} has another currency`);
      const done = sum(requested.filter(({ state }) => state === 'done'));
      if (done !== sum(refunded)) wrong.push(`${name(order)} has refunds of ${done} and moved ${sum(refunded)} back`);
      const counted = sum(requested.filter(({ surplus, state }) => !surplus && state !== 'failed'));
      if (counted !== order.refundedAmount)
        wrong.push(`${name(order)} counts ${order.refundedAmount} as refunded, its refunds are ${counted}`);
      return wrong;
    });
  },
};
