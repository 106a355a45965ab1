import type { Browser, Page } from '@playwright/test';
import type { ChairPage } from './chair-page.ts';
import { newPhone, slowPhone } from './measure.ts';

/** Milliseconds from the scan until the control of the provider's page takes a tap. */
export interface PayingFigures {
  /** A guest who was never here. */
  coldVisit: number;
  /** A guest who was about to pay before. */
  knownGuest: number;
  /** A guest who was never here, and taps Pay twice. */
  doubleTap: number;
}

/** Runs in the page before its own scripts: taps Pay as soon as the price is seen. */
const tapAtOnce = ({ price, pay }: ChairPage, taps: number) => `{
  const look = () => {
    const button = document.querySelector('${pay}');
    if (!button || !document.body.innerText.includes('${price}')) return requestAnimationFrame(look);
    for (let taps = 0; taps < ${taps}; taps += 1) button.click();
  };
  if (!location.pathname.startsWith('/sandbox/') && !location.pathname.startsWith('/pay')) requestAnimationFrame(look);
}`;

/** The control is where a finger would meet it: nothing lies above it. */
const untilUsable = `new Promise((resolve) => {
  const look = () => {
    const control = document.querySelector('button[value=paid]');
    const box = control?.getBoundingClientRect();
    const hit = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (hit && hit === control) resolve();
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Scans, taps Pay, and waits for the provider's page. */
async function untilCashier(page: Page, { url }: ChairPage): Promise<number> {
  const scannedAt = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForURL(/\/sandbox\/cashier\//, { waitUntil: 'commit' });
  await page.evaluate(untilUsable);
  return performance.now() - scannedAt;
}

async function onNewPhone(browser: Browser, subject: ChairPage, { taps, known }: { taps: number; known: boolean }) {
  const context = await newPhone(browser);
  await context.addInitScript(tapAtOnce(subject, taps));
  if (known) await untilCashier(await context.newPage(), subject);
  const page = await context.newPage();
  await slowPhone(page);
  const milliseconds = await untilCashier(page, subject);
  await context.close();
  return milliseconds;
}

/** A payment on three phones. */
export const measurePaying = async (browser: Browser, subject: ChairPage): Promise<PayingFigures> => ({
  coldVisit: await onNewPhone(browser, subject, { taps: 1, known: false }),
  knownGuest: await onNewPhone(browser, subject, { taps: 1, known: true }),
  doubleTap: await onNewPhone(browser, subject, { taps: 2, known: false }),
});
