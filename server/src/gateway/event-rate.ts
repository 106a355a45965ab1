import { rateLimit } from './broker/frames.ts';

/** Sustained rate and burst: by the protocol, a chair replays at most five events a second. */
export const eventsASecond = 5;
export const eventsAtOnce = 100;

/**
 * Throttles the events of a chair that sends too many. The excess waits here, in order and unacknowledged, so that one
 * chair does not take the database's time from the others. Nothing is dropped.
 */
export function makeEventRate(clock: () => number = Date.now) {
  const chairs = new Map<string, { mayTake: () => boolean; waiting: (() => void)[] }>();
  let stopped = false;

  function release(deviceId: string): void {
    const chair = chairs.get(deviceId);
    if (!chair || stopped) return;
    chair.mayTake(); // events that waited count as well
    chair.waiting.shift()?.();
    if (chair.waiting.length > 0) setTimeout(release, 1000 / eventsASecond, deviceId).unref();
  }

  return {
    /** Runs `work` now, or when the rate allows. */
    admit(deviceId: string, work: () => void): void {
      const chair = chairs.get(deviceId) ?? { mayTake: rateLimit(eventsASecond, eventsAtOnce, clock), waiting: [] };
      chairs.set(deviceId, chair);
      if (chair.waiting.length === 0 && chair.mayTake()) {
        work();
        return;
      }
      chair.waiting.push(work);
      if (chair.waiting.length === 1) setTimeout(release, 1000 / eventsASecond, deviceId).unref();
    },
    waitingFor: (deviceId: string): number => chairs.get(deviceId)?.waiting.length ?? 0,
    /**
     * Drops the waiting events of a chair whose connection ended: they are unacknowledged, so the chair resends them.
     */
    forget(deviceId: string): void {
      const chair = chairs.get(deviceId);
      if (chair) chair.waiting = [];
    },
    /** Drops all waiting events. */
    stop(): void {
      stopped = true;
      chairs.clear();
    },
  };
}
