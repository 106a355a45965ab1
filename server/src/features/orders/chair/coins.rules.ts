import type { Currency } from '@recline/contract/money';
import { minutesAfter } from '../../../platform/instants.ts';

export interface CoinTimes {
  status: 'running' | 'finished';
  started_at: Date;
  ends_at: Date;
  ended_at: Date | null;
  overlapping: boolean;
}

/** Whether an order holds the chair now, and whether another one had it in the coin's time. */
export interface ChairUse {
  held: boolean;
  overlapping: boolean;
}

/**
 * A coin always becomes an order. It runs if its time has not ended and no other order holds the chair; `overlapping`
 * says that another order had the chair in that time.
 */
export function coinTimes(at: Date, minutes: number, chair: ChairUse, now: Date): CoinTimes {
  const ends_at = minutesAfter(at, minutes);
  const over = ends_at <= now;
  const running = !over && !chair.held;
  return {
    status: running ? 'running' : 'finished',
    started_at: at,
    ends_at,
    ended_at: running ? null : over ? ends_at : now > at ? now : at,
    overlapping: chair.overlapping,
  };
}

/** Why staff should check a coin: another currency than its outlet's, or an amount above any price there. */
export type CoinSuspicion = 'currency' | 'amount';

/** What a coin is compared with: the outlet's currency, and the dearest package of the chair (null: no price list). */
export interface CoinTerms {
  currency: Currency;
  dearest: number | null;
}

/** One coin event is one guest who pays one start. Ten times the dearest package is beyond any coin price. */
const maxPackages = 10;

/** A coin is booked as its chair reports it in any case; a suspicion only marks it. */
export function coinSuspicion(
  coin: { amount: number; currency: Currency },
  { currency, dearest }: CoinTerms,
): CoinSuspicion | null {
  if (coin.currency !== currency) return 'currency';
  return dearest !== null && coin.amount > maxPackages * dearest ? 'amount' : null;
}
