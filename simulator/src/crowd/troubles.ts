import type { Chair } from '../chair.ts';
import { between, type Pace, pick } from './pace.ts';

/** Occasional faults of chairs, and their repair. */

const lostNetworksPerHour = 3;
const faultsPerHour = 1.5;
const codes = ['E02', 'E03', 'E07', 'E11'];

interface Troubled {
  /** Chairs that may have trouble now. */
  candidates(): Chair[];
  pace: Pace;
}

/** One chair loses its network for some minutes; its run continues. */
export async function loseNetworks({ candidates, pace }: Troubled): Promise<never> {
  for (;;) {
    await pace.wait(between(0.5, 1.5) * (3600 / lostNetworksPerHour));
    await pick(candidates())?.loseConnection((between(100, 400) * 1000) / pace.speed);
  }
}

/** One chair breaks down, sometimes under a guest, who gets money back; somebody repairs it after some minutes. */
export async function breakChairs({ candidates, pace }: Troubled): Promise<never> {
  for (;;) {
    await pace.wait(between(0.5, 1.5) * (3600 / faultsPerHour));
    const chair = pick(candidates());
    chair?.breakDown(pick(codes) ?? 'E03');
    await pace.wait(between(240, 900));
    chair?.repair();
  }
}
