import { pages } from '@recline/contract/pages';
import { Chair } from '@recline/simulator/chair';
import type { App } from '../app.ts';
import { retry } from './programs.ts';
import type { Visit } from './visit.ts';

type Journey = (visit: Visit, app: App) => Promise<void>;

const isReady = 'document.readyState === "complete" && window.early === undefined';
const isAt = (path: string) => `location.pathname === ${JSON.stringify(path)}`;

/** A chair of a new outlet, online. */
async function withChair(
  app: App,
  use: (chair: Chair, outlet: Awaited<ReturnType<App['world']['outlet']>>) => Promise<void>,
) {
  const outlet = await app.world.outlet();
  const chair = new Chair({ brokerUrl: app.mqttUrl, replayWait: 200, ...(await app.world.device(outlet)) });
  try {
    await chair.powerOn();
    await retry(async () => {
      const { rows } = await app.pool.query('SELECT online FROM devices WHERE id = $1', [chair.deviceId]);
      if (rows[0]?.online !== true) throw new Error('the chair is not online');
    });
    await use(chair, outlet);
  } finally {
    await chair.powerOff();
  }
}

/** From the scan to a running chair, a coupon refused on the way, to the end, the orders and a report. */
const guest: Journey = (visit, app) =>
  withChair(app, async (chair) => {
    await visit.open(`${app.url}${pages.index}?deviceId=${chair.deviceId}`);
    await visit.until(isReady);
    await visit.look('chair');
    await visit.tap('button', '优惠券');
    await visit.until('document.querySelector("dialog[open]")');
    await visit.look('coupons');
    await visit.evaluate('history.back()');
    await visit.until('!document.querySelector("dialog[open]")');
    await visit.tap('label', '支付宝');
    await visit.until(
      '[].some.call(document.querySelectorAll("label"), (label) => label.querySelector(":checked") && label.innerText.indexOf("支付宝") >= 0)',
    );
    await visit.tap('button', '支付 ¥');
    await visit.until(`!(${isAt(pages.index)}) && document.querySelector("form button")`);
    await visit.tap('form button'); // the simulator's page speaks the browser's language
    await visit.until(`${isAt(pages.countdown)} && document.querySelector("[role=timer]")`);
    if (chair.state !== 'running') throw new Error(`the chair is ${chair.state}`);
    await visit.look('countdown');
    await visit.tap('main button[class*=glass]');
    await visit.until('document.querySelector("dialog[open]")');
    await visit.look('end early');
    await visit.tap('dialog[open] button[class*=danger], dialog[open] button[class*=primary]');
    await visit.until('!document.querySelector("[role=timer]")');
    await visit.look('ended');
    await visit.open(`${app.url}${pages.myOrders}`);
    await visit.until('document.querySelector("main a[href*=orderId], main li")');
    await visit.look('my orders');
    await visit.open(`${app.url}${pages.index}`);
    await visit.until(isReady);
    await visit.look('no chair');
  });

/** Login, faulty chairs, income, a cash start, and the choice of a period. */
const manager: Journey = (visit, app) =>
  withChair(app, async (chair, outlet) => {
    const who = await app.world.manager([outlet]);
    for (const hoursAgo of [1, 2, 30])
      await app.world.order(chair.deviceId, { at: new Date(Date.now() - hoursAgo * 3600_000), amount: 1500 });
    await visit.open(`${app.url}${pages.login}`);
    await visit.evaluate('localStorage.clear()');
    await visit.open(`${app.url}${pages.login}`);
    await visit.until(isReady);
    await visit.look('login');
    await visit.tap('input[name=account], input[autocomplete=username]');
    await visit.type(who.account);
    await visit.tap('input[type=password]');
    await visit.type(who.password);
    await visit.tap('button[type=submit]', '登录');
    await visit.until(`${isAt(pages.home)} && document.querySelector("nav [aria-current=page]")`);
    await visit.look('home');
    for (const page of ['details', 'chart', 'devices', 'orders', 'feedbackList', 'user'] as const) {
      await visit.open(`${app.url}${pages[page]}`);
      await visit.until('document.querySelector("main")');
      await visit.look(page);
    }
    await visit.open(`${app.url}${pages.orders}`);
    await visit.tap('header [aria-haspopup=dialog]');
    await visit.until('document.querySelector("dialog[open]")');
    await visit.look('filters');
    await visit.open(`${app.url}${pages.quickStart}`);
    await visit.tap('button', chair.deviceId);
    await visit.until('document.querySelector("main [type=radio]")');
    await visit.look('quick start');
    await visit.tap('button', '收款');
    await visit.until('document.querySelector("[role=timer]")');
    if (chair.state !== 'running') throw new Error(`the chair is ${chair.state}`);
  });

export const journeys: Readonly<Record<string, Journey>> = {
  'a guest’s way, from the scan to my orders': guest,
  'a manager’s morning, from the login to a chair started against cash': manager,
};
