import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import type { Chair } from '@recline/simulator/chair';
import { startCrowd } from '@recline/simulator/crowd/crowd';
import type { App } from './app.ts';
import { expect, test } from './chairs.ts';

/** An hour passes in half a minute, and a minute of massage in half a second. */
const speed = 120;

/** Lets simulated guests and a manager at the counter live at an outlet while something is watched. */
async function whilePeopleCome(
  app: App,
  chairs: Chair[],
  counter: { account: string; password: string },
  watch: () => Promise<void>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'recline-crowd-'));
  const errors: unknown[] = [];
  const crowd = await startCrowd({
    url: app.url,
    app: 'simulated guest',
    places: [
      {
        name: 'somewhere',
        currency: 'CNY',
        deviceIds: chairs.map(({ deviceId }) => deviceId),
        counter,
        visitsPerHour: () => 60,
        shares: { online: 60, cash: 20, coin: 20 },
        gears: { gentle: 1, standard: 1, deep: 1 },
        coin: { coins: 1, amount: 800, minutes: 10 },
        complaints: [],
      },
    ],
    chairs: new Map(chairs.map((chair) => [chair.deviceId, chair])),
    isLeftAlone: () => false,
    sessionsFile: join(folder, 'sessions.json'),
    speed,
    onError: (error) => errors.push(error),
  });
  try {
    await watch();
  } finally {
    await crowd.stop();
    await rm(folder, { recursive: true });
  }
  expect(errors.filter((error) => (error as Error).name !== 'CallRefused')).toEqual([]);
}

const total = (page: Page) => page.locator('section', { hasText: '今日收入' }).locator('p.number');
/** Today's income, as a person who returns to the app sees it. */
async function yuan(page: Page): Promise<number> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  return Number((await total(page).innerText()).replaceAll(/[^\d.]/g, ''));
}

test('where people come and go, income rises, and a chair goes into use and is free again', async ({
  app,
  chairAt,
  openAs,
}) => {
  test.setTimeout(120_000);
  const outlet = await app.world.outlet();
  const setup = { secondsPerMinute: 60 / speed };
  const chairs = await Promise.all([chairAt(outlet, setup), chairAt(outlet, setup), chairAt(outlet, setup)]);
  const [counter, manager] = await Promise.all([app.world.manager([outlet]), app.world.manager([outlet])]);
  const home = await openAs(manager, pages.home);
  await expect(total(home)).toHaveText('¥0.00');
  const list = await home.context().newPage();
  await list.addInitScript((token) => localStorage.setItem('Access-Token', token), manager.token);
  await list.goto(pages.devices);
  const inUse = list.getByRole('listitem').filter({ hasText: '使用中' });
  await whilePeopleCome(app, chairs, counter, async () => {
    await expect(inUse).not.toHaveCount(0, { timeout: 60_000 });
    const chair = await inUse.first().getByRole('button').first().innerText();
    const deviceId = chairs.find((each) => chair.includes(each.deviceId))?.deviceId ?? '';
    await expect(list.getByRole('listitem').filter({ hasText: deviceId })).toContainText('空闲', { timeout: 60_000 });
    await expect.poll(() => yuan(home), { timeout: 60_000 }).toBeGreaterThan(0);
    const first = await yuan(home);
    await expect.poll(() => yuan(home), { timeout: 60_000 }).toBeGreaterThan(first);
  });
});
