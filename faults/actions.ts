import type {
  CallFault,
  NoticeFault,
  Operation,
  ProviderName,
  RefundFate,
} from '@recline/provider-simulator/core/faults';
import type { FaultName } from '@recline/simulator/faults';
import type { NetworkConditions } from './mqtt-proxy.ts';

/**
 * How the payment and its notice proceed. `overtaking`: the notice comes before prepay answers; `both`: two attempts
 * are both paid; `closed`: the payer gives up, and the money still arrives.
 */
export type Payment =
  | 'now'
  | 'twice'
  | 'late'
  | 'lost'
  | 'repeated'
  | 'overtaking'
  | 'both'
  | 'closed'
  | 'declined'
  | 'abandoned';

/** Where a guest pays; all but the sandbox are played by the provider simulator. */
type PaidAt = ProviderName | 'sandbox';

/** How an order is paid; coupons are indexes. */
export type PaymentMethod =
  | { how: 'counter' }
  | { how: 'cash coupon'; coupon: number }
  | { how: 'coupon'; coupon: number; at: PaidAt; payment: Payment; after: number }
  | { how: 'online'; at: PaidAt; payment: Payment; after: number };

/** What a guest does to the orders of others, and repeats too often with its own. */
export type GuestTrick = 'pays for another' | 'foreign orders' | 'floods' | 'logs out and in';

/** Payments made for no order, for another guest's order, or of another amount. */
export type PayerTrick =
  | 'our number'
  | 'another product'
  | 'another currency'
  | 'forged'
  | 'wrong amount'
  | 'pays again';

/**
 * Messages of a chair that break the protocol. `runs` and `breaks`: about an order that the hostile guest has there.
 */
export type ChairTrick =
  | 'false progress'
  | 'foreign order'
  | 'repeated and late'
  | 'boots'
  | 'floods'
  | 'runs'
  | 'breaks';

/** One action; chairs and people are indexes, times are in milliseconds. */
export type Action =
  | {
      do: 'start';
      chair: number;
      person: number;
      price: number;
      method: PaymentMethod;
      tries: number;
      duplicates: number;
    }
  | { do: 'stop'; chair: number; by: 'owner' | 'manager' }
  | { do: 'refund'; chair: number /** Part of the amount; all that is left if undefined. */; share: number | undefined }
  | { do: 'coin'; chair: number; coins: number; when: 'now' | 'earlier' }
  | { do: 'reboot'; chair: number; for: number }
  | { do: 'unplug'; chair: number; for: number }
  | { do: 'break'; chair: number; for: number }
  | { do: 'misbehave'; chair: number; fault: FaultName; for: number }
  | { do: 'cut'; chair: number | undefined }
  | { do: 'network'; network: NetworkConditions; for: number }
  | { do: 'database cut' }
  | { do: 'database refuses'; for: number }
  | { do: 'database stalls'; for: number }
  | { do: 'commits lost'; count: number }
  | { do: 'statements cancelled' }
  | { do: 'orders locked'; for: number }
  | { do: 'provider fails'; provider: ProviderName; operation: Operation; fault: CallFault; times: number }
  | { do: 'notices fail'; provider: ProviderName; fault: NoticeFault; times: number }
  | { do: 'refunds wait'; fate: RefundFate; afterMs: number }
  | { do: 'crash'; downFor: number }
  | { do: 'hostile guest'; chair: number; trick: GuestTrick }
  | { do: 'hostile payer'; chair: number; provider: ProviderName; trick: PayerTrick }
  | { do: 'hostile chair'; chair: number /** Whose orders the message names. */; trick: ChairTrick };

export type Step = { at: number } & Action;
export type Kind = Action['do'];

export interface Schedule {
  seed: number;
  chairs: { /** Its runs end within the schedule. */ quick: boolean }[];
  consumers: number;
  /** The number of free coupons and of discounts; in this order in the list of coupons. */
  freeCoupons: number;
  discounts: number;
  cashCoupons: number;
  steps: Step[];
}

/** A schedule before its steps are drawn. */
export type Shape = Omit<Schedule, 'steps'>;
