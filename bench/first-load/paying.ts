import type { Browser } from '@playwright/test';
import type { ChairPage } from './chair-page.ts';
import { newPhone, slowPhone } from './measure.ts';

/** The measures of a first payment, in milliseconds from the scan. */
export interface PayingFigures {
  /** Until the control of the provider's page takes a tap. */
  cashierUsable: number;
}

/** Runs in the page before anything of its own: one tap on Pay as soon as the price is seen. */
const tapAtOnce = ({ price, pay }: ChairPage) => `{
  const look = () => {
    const button = document.querySelector('${pay}');
    if (!button || !document.body.innerText.includes('${price}')) return requestAnimationFrame(look);
    button.click();
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

/** A guest who was never here scans, taps Pay, and waits for the provider's page. */
export async function measurePaying(browser: Browser, subject: ChairPage): Promise<PayingFigures> {
  const context = await newPhone(browser);
  const page = await context.newPage();
  await slowPhone(page);
  await page.addInitScript(tapAtOnce(subject));
  const scannedAt = performance.now();
  await page.goto(subject.url, { waitUntil: 'commit' });
  await page.waitForURL(/\/sandbox\/cashier\//, { waitUntil: 'commit' });
  await page.evaluate(untilUsable);
  const figures = { cashierUsable: performance.now() - scannedAt };
  await context.close();
  return figures;
}
