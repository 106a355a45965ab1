import { describe } from 'vitest';
import { mosquittoPath } from './mosquitto.ts';

/** Tests against an outside broker. They are skipped, and counted as skipped, where Mosquitto is not installed. */
export function describeWithMosquitto(title: string, tests: () => void): void {
  describe.skipIf(mosquittoPath === undefined)(`${title} (needs Mosquitto)`, tests);
}
