import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startProviders } from '@recline/provider-simulator/simulator';
import { type App, shortTimeoutsServer, startApp } from '../e2e/app.ts';
import { type Engine, engines } from '../e2e/engines/engines.ts';
import { journeys } from '../e2e/engines/journeys.ts';
import { Visit } from '../e2e/engines/visit.ts';
import globalSetup from '../e2e/global-setup.ts';
import { type Report, summaryOf } from './report/report.ts';

/** `npm run test:engines`: a guest's way and a manager's morning in the other browser engines that are installed. */

const pictures = join(import.meta.dirname, '../test-results/engines');
const journeyMs = 90_000;

const inTime = async (work: Promise<void>): Promise<void> => {
  const timeout = new Promise<never>((_resolve, reject) =>
    setTimeout(reject, journeyMs, new Error(`not done within ${journeyMs / 1000} s`)).unref(),
  );
  await Promise.race([work, timeout]);
};

async function run(engine: Engine, app: App, report: Report): Promise<void> {
  for (const [name, journey] of Object.entries(journeys)) {
    const test = `${engine.name} › ${name}`;
    if (!engine.isThere()) {
      report.skipped.push(`${test} (needs ${engine.needs})`);
      continue;
    }
    const started = Date.now();
    const folder = join(pictures, engine.name, name);
    await mkdir(folder, { recursive: true });
    try {
      const browser = await engine.start();
      try {
        const visit = new Visit(browser, folder);
        await inTime(journey(visit, app)).catch(async (error: unknown) => {
          await visit.picture('failed').catch(() => undefined);
          throw error;
        });
      } finally {
        await browser.close();
      }
      report.passed += 1;
      console.log(`  ✓  ${test} (${browser.version}, ${((Date.now() - started) / 1000).toFixed(1)} s)`);
    } catch (error) {
      console.log(`  ✘  ${test}`);
      report.failures.push({
        where: test,
        what: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
  }
}

await rm(pictures, { recursive: true, force: true });
const report: Report = { passed: 0, failures: [], skipped: [] };
const asked = process.argv.slice(2);
const stopPostgres = await globalSetup();
const providers = await startProviders();
const app = await startApp({ ...providers.settings, PAYMENT_PROVIDERS: 'wechat,alipay' }, shortTimeoutsServer);
try {
  for (const engine of engines) {
    if (asked.length === 0 || asked.includes(engine.name)) await run(engine, app, report);
  }
} finally {
  await app.stop();
  await providers.stop();
  await stopPostgres();
}
for (const line of summaryOf([report])) console.log(line);
process.exitCode = report.failures.length > 0 ? 1 : 0;
