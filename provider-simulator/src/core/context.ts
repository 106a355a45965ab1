import type { Clocks } from './clock.ts';
import type { Faults } from './faults.ts';
import type { Keys } from './keys.ts';
import type { Notices } from './notices.ts';

/** How quickly and strictly the providers act. */
export interface Rules {
  /** From accepting a refund to the money's arrival. */
  refundMs: number;
  /** Between two refunds of one WeChat payment. */
  refundGapMs: number;
  /** Bills are there at once, also today's, instead of the next morning. */
  billsAtOnce: boolean;
  /** Notices and returns may use plain http on this machine or a private network. */
  localUrls: boolean;
  /** A WeChat payer must have come through the authorisation page first. */
  knownPayers: boolean;
  /** Which origins are registered for WeChat's H5 payment; undefined: any. */
  h5Origins?: string[];
}

/** What the providers share. */
export interface Context {
  keys: Keys;
  clocks: Clocks;
  faults: Faults;
  notices: Notices;
  rules: Rules;
  /** The address of the simulator, for links to its pages. */
  url(): string;
  /** The state changed: writes the state file, if there is one. */
  changed(): void;
  /** Runs work after a delay, unless the simulator is stopped first. */
  after(ms: number, act: () => void): void;
}

/** Whether a provider may call this address: https, or http on this machine where the rules allow it; never a query. */
export function isNotifyUrl(text: string, { localUrls }: Rules): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isLocal =
    url.protocol === 'http:' &&
    /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\])/.test(url.hostname);
  return url.search === '' && url.hash === '' && (url.protocol === 'https:' || (localUrls && isLocal));
}
