import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** The figures of one opening of the app: milliseconds, kilobytes, and the layout shift. */
export interface Figures {
  scriptKb: number;
  lcp: number;
  formUsable: number;
  loginToHome: number;
  cls: number;
  slowestTap: number;
}

/** Where to press and what to look for: the two apps are different pages of the same kind. */
export interface Subject {
  url: string;
  submit: string;
  account: string;
  password: string;
  /** Taps before logging in; each waits for its effect. */
  taps: string[];
  /** What appears when the form was sent empty. */
  complaint: string;
  /** A figure that only the overview shows. */
  home: string;
}

/** Runs in the page before its own scripts: notes what the browser sees. */
const observe = `{
  window.seen = { lcp: 0, cls: 0, tap: 0, usable: 0, home: 0, pressed: 0 };
  const watch = (type, note, more) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
  watch('largest-contentful-paint', (entry) => { seen.lcp = entry.startTime; });
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.cls += entry.value; });
  watch('event', (entry) => {
    if (entry.interactionId) seen.tap = Math.max(seen.tap, entry.duration);
  }, { durationThreshold: 16 });
}`;

/** Presses the button again and again until the page answers: from then on the form works. */
const pressUntilAnswered = ({ submit, complaint }: Subject) => `new Promise((resolve) => {
  const timer = setInterval(() => {
    if (!document.querySelector('${complaint}')) return document.querySelector('${submit}')?.click();
    clearInterval(timer);
    resolve(performance.now());
  }, 20);
})`;

const untilShown = ({ home }: Subject) => `new Promise((resolve) => {
  const look = () => {
    if (!document.querySelector('${home}')) return requestAnimationFrame(look);
    requestAnimationFrame(() => resolve(performance.now() - seen.pressed));
  };
  look();
})`;

export async function slowPhone(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const bitsPerSecond = 1.6e6;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bitsPerSecond / 8,
    uploadThroughput: bitsPerSecond / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return session;
}

/** A new browser context with nothing cached or stored; the previous one is closed. */
export async function newPhone(browser: Browser): Promise<BrowserContext> {
  await sleep(500);
  return browser.newContext({
    viewport: { width: 375, height: 812 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
}

/** Counts the kilobytes of scripts as they arrive. */
export function countScripts(session: CDPSession): () => number {
  let bytes = 0;
  const scripts = new Set<string>();
  session.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes / 1024;
}

/**
 * How long until the form works, and the scripts needed for that, measured in a separate opening because pressing
 * disturbs the other figures.
 */
async function measureForm(browser: Browser, subject: Subject): Promise<Pick<Figures, 'scriptKb' | 'formUsable'>> {
  const context = await newPhone(browser);
  const page = await context.newPage();
  const scriptKb = countScripts(await slowPhone(page));
  await page.goto(subject.url, { waitUntil: 'commit' });
  const formUsable = await page.evaluate<number>(pressUntilAnswered(subject));
  const form = { scriptKb: scriptKb(), formUsable };
  await context.close();
  return form;
}

export async function measure(browser: Browser, subject: Subject, who: { account: string; password: string }) {
  const form = await measureForm(browser, subject);
  const context = await newPhone(browser);
  const page = await context.newPage();
  await slowPhone(page);
  await page.addInitScript(observe);
  await page.goto(subject.url, { waitUntil: 'load' });
  await page.waitForTimeout(4000);
  const lcp = await page.evaluate<number>('seen.lcp');
  for (const tap of subject.taps) {
    await page.locator(tap).tap();
    await page.waitForTimeout(300);
  }
  await page.locator(subject.account).fill(who.account);
  await page.locator(subject.password).fill(who.password);
  await page.waitForTimeout(600); // nobody types and presses in the same instant
  await page.evaluate(
    `document.querySelector('${subject.submit}').addEventListener('click', () => { seen.pressed = performance.now() }, true)`,
  );
  await page.locator(subject.submit).tap();
  const loginToHome = await page.evaluate<number>(untilShown(subject));
  await page.waitForTimeout(500);
  const { cls, tap } = await page.evaluate<{ cls: number; tap: number }>('seen');
  await context.close();
  return { ...form, lcp, loginToHome, cls, slowestTap: tap } satisfies Figures;
}
