import type { Gear, Problem } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';

/** An outlet, for the crowd. */
export interface CrowdPlace {
  name: string;
  currency: Currency;
  deviceIds: readonly string[];
  /** The manager at its counter. */
  counter: { account: string; password: string };
  /** How many people per hour want a chair at that moment and would pay for it. */
  visitsPerHour(at: Date): number;
  /** How they pay: the shares of `online`, `cash` and `coin`. */
  shares: Record<PayBy, number>;
  /** The shares of the packages. */
  gears: Record<Gear, number>;
  /** The coin slot's price and duration. */
  coin: { coins: number; amount: number; minutes: number };
  complaints: readonly CrowdComplaint[];
}

export interface CrowdComplaint {
  problem: Problem;
  /** How the order ended of which it tells. What is about a refunded one is answered with a refund. */
  about: 'finished' | 'refunded' | 'failed';
  text: string;
  reply: string;
}

export type PayBy = 'online' | 'cash' | 'coin';
