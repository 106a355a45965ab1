import { createHmac } from 'node:crypto';
import type { Gear } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';
import type { Db } from '../platform/db.ts';
import { secret } from '../platform/secrets.ts';
import { gearsIn, typesIn } from './orders.ts';
import { chairs, offset, type Place, places, priceGroups } from './places.ts';
import { expectedVisits, shareOfHour } from './rhythm.ts';
import { type Complaint, words } from './words.ts';

/** What simulated people need to know of the demo; `npm start` hands it to the simulator. */

interface CrowdPlace {
  name: string;
  currency: Currency;
  deviceIds: string[];
  counter: { account: string; password: string };
  visitsPerHour(at: Date): number;
  shares: { online: number; cash: number; coin: number };
  gears: Record<Gear, number>;
  coin: { coins: number; amount: number; minutes: number };
  complaints: readonly Complaint[];
}

/** The manager at the counter of a place: a separate account, so that the simulation logs nobody out. */
export const counterOf = (key: string, placeIndex: number) => {
  const account = `counter-${placeIndex + 1}`;
  return { account, password: createHmac('sha256', key).update(account).digest('base64url') };
};

const hourMs = 3600_000;
const dayMs = 24 * hourMs;

/** How many people want one of the place's chairs in an hour at that moment: the rhythm of the demo's year. */
export function visitsPerHour(place: Place, at: Date): number {
  const local = at.getTime() + offset * 60_000;
  const hour = Math.floor((local % dayMs) / hourMs);
  const perChair = expectedVisits(place.kind, Math.floor(local / dayMs)) * place.busy * shareOfHour(place.kind, hour);
  return perChair * place.chairs;
}

export async function demoCrowd(db: Db): Promise<CrowdPlace[]> {
  const key = await secret(db, 'demo-chairs');
  return places.map((place, placeIndex) => {
    const { currency, prices } = priceGroups[place.group];
    const shares = new Map(typesIn[currency]);
    const working = chairs.filter((chair) => chair.place === place && chair.brokenHours === null);
    return {
      name: place.name,
      currency,
      deviceIds: working.map(({ deviceId }) => deviceId),
      counter: counterOf(key, placeIndex),
      visitsPerHour: (at) => visitsPerHour(place, at),
      shares: {
        online: shares.get('online') ?? 0,
        cash: shares.get('cash_coupon') ?? 0,
        coin: shares.get('coin') ?? 0,
      },
      gears: Object.fromEntries(gearsIn[place.kind]) as Record<Gear, number>,
      coin: { coins: 1, minutes: prices.gentle[0], amount: prices.gentle[1] },
      complaints: words[currency].complaints,
    };
  });
}
