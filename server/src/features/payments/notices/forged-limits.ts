import type { Clock } from '../../../platform/clock.ts';
import { makeLogLimit } from '../../../platform/log-limit.ts';

/** The address is public, and a notice has up to 64 KiB: this bounds what strangers can make us store. */
export const maxForgedPerMinute = 60;
const loggedPerMinute = { perKey: 3, inAll: 12 };

/** How many forged notices this server logs and stores. */
export function makeForgedLimits(clock: Clock) {
  let [since, taken] = [0, 0];
  return {
    admitToLog: makeLogLimit(clock, loggedPerMinute),
    /**
     * Takes one of this minute's places for notices stored unchecked, if any is left. A genuine notice returns its
     * place.
     */
    takePlace(): { giveBack(): void } | undefined {
      const now = clock().getTime();
      if (now - since >= 60_000) [since, taken] = [now, 0];
      if (taken >= maxForgedPerMinute) return undefined;
      taken += 1;
      const minute = since;
      return {
        giveBack() {
          if (minute === since) taken -= 1;
        },
      };
    },
  };
}

export type ForgedLimits = ReturnType<typeof makeForgedLimits>;
