import type { Browser } from '@playwright/test';
import { countScripts, newPhone, slowPhone } from './measure.ts';

/** What one opening of a chair's page is judged by; milliseconds and kilobytes. */
export interface ChairFigures {
  /** Until a price is shown. */
  priceVisible: number;
  /** Until a tap on Pay is acted on: its first call goes out, or the form that it posts. */
  payable: number;
  /** Scripts until then. */
  scriptKb: number;
}

export interface ChairPage {
  url: string;
  /** A price as it is shown. */
  price: string;
  pay: string;
}

/** Runs in the page before its own scripts. The frame is requested only once the page is rendered. */
const observe = ({ price, pay }: ChairPage) => `{
  window.seen = { price: 0, payable: 0 };
  const look = () => {
    if (document.body?.innerText.includes('${price}')) seen.price = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const acted = () => { seen.payable ||= performance.now(); };
  const note = (url) => { if (String(url).includes('/login/guest')) acted(); };
  addEventListener('submit', (event) => { if (!event.defaultPrevented) acted(); });
  const { fetch } = window;
  window.fetch = (...args) => { note(args[0]?.url ?? args[0]); return fetch(...args); };
  const { open } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (...args) { note(args[1]); return open.apply(this, args); };
  const press = setInterval(() => {
    if (seen.payable) clearInterval(press);
    else document.querySelector('${pay}')?.click();
  }, 20);
}`;

const untilSeen = `new Promise((resolve) => {
  const timer = setInterval(() => {
    if (!seen.price || !seen.payable) return;
    clearInterval(timer);
    resolve(seen);
  }, 20);
})`;

export async function measureChairPage(browser: Browser, subject: ChairPage): Promise<ChairFigures> {
  const context = await newPhone(browser);
  const page = await context.newPage();
  const scriptKb = countScripts(await slowPhone(page));
  await page.addInitScript(observe(subject));
  // Nobody pays here: the page stays where it is.
  for (const first of ['**/login/guest', '**/pay']) await page.route(first, () => {});
  await page.goto(subject.url, { waitUntil: 'commit' });
  const { price, payable } = await page.evaluate<{ price: number; payable: number }>(untilSeen);
  const figures = { priceVisible: price, payable, scriptKb: scriptKb() };
  await context.close();
  return figures;
}
