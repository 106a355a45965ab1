import type { Facts } from './facts.ts';
import type { Invariant } from './invariant.ts';

/**
 * Sales of other products of the merchant, whatever number they bear: they neither start a chair nor get refunded by
 * us.
 */
export const foreignMoneyStays: Invariant = {
  name: 'money that is not ours is listed and stays where it is',
  broken: ({ foreign }) =>
    foreign.flatMap(({ sale, returned, recorded, listed }) => [
      ...(returned > 0 ? [`${returned} of the foreign sale ${sale} went back`] : []),
      ...(recorded ? [`the foreign sale ${sale} is in our ledger`] : []),
      ...(listed ? [] : [`the foreign sale ${sale} bears our number and is not listed`]),
    ]),
};

/** The text that marks an end which a hostile chair reports for another chair's order. */
export const stolen = 'stolen';

/** A hostile chair changes only its own orders, and a hostile guest is refused all orders but its own. */
export const strangersChangeNothing: Invariant = {
  name: 'nobody but its chair and its people changes an order',
  broken({ orders, events, reported }: Facts) {
    const chairOf = new Map(orders.map(({ id, deviceId }) => [id, deviceId]));
    const moved = events
      .filter(({ orderId, deviceId }) => orderId !== null && chairOf.get(orderId) !== deviceId)
      .map(
        ({ eventId, orderId, deviceId }) => `event ${eventId} of ${deviceId} moved order ${orderId} of another chair`,
      );
    const ended = orders
      .filter(({ endReason }) => endReason === stolen)
      .map(({ id }) => `order ${id} was ended by another chair`);
    return [...moved, ...ended, ...reported.obtained.map((what) => `a stranger obtained ${what}`)];
  },
};
