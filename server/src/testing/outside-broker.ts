import { describe, it } from 'vitest';
import { mosquittoPath } from './mosquitto.ts';

const missing = 'Mosquitto is not installed, so the outside broker was NOT tested: apt-get install mosquitto';

/** Tests that need an outside broker; where there is none on this machine, a test says so loudly. */
export function describeWithMosquitto(title: string, tests: () => void): void {
  if (mosquittoPath !== undefined) return void describe(title, tests);
  it(`says that ${missing}`, async ({ annotate }) => {
    process.stderr.write(`\n${missing}\n\n`);
    await annotate(missing, 'warning');
  });
}
