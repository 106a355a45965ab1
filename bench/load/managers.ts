import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, makeCaller } from './caller.ts';
import { managerToken, type Orders, runPart } from './part.ts';
import { openStream } from './stream.ts';
import { makeTally } from './tally.ts';

/** Managers who look at their screens, one after another, and read for a while. */

type Screen = (call: Caller['call'], token: string) => Promise<unknown>;

const periods = ['today', 'yesterday', 'week', 'month', 'year'] as const;
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

interface Page {
  rows: { orderId: string }[];
  nextCursor: string | null;
}

const home: Screen = (call, token) => call({ kind: 'home', path: '/statistics/h5/home', token });

const charts: Screen = (call, token) =>
  Promise.all(
    ['incomeLineChartRealTime', 'incomeLineChartSevenDays', 'ordersBarChartSevenDays'].map((name) =>
      call({ kind: 'charts', path: `/statistics/h5/${name}`, token }),
    ),
  );

const devices: Screen = (call, token) => {
  const input = oneOf<Record<string, string>>([{}, { online: 'online' }, { use: 'inUse' }, { abnormal: 'true' }]);
  return call({ kind: 'device list', path: '/device/list', token, input });
};

const details: Screen = (call, token) => {
  const input = { period: oneOf(periods) };
  return Promise.all([
    call({ kind: 'details', path: '/statistics/appStatistics', token, input }),
    call({ kind: 'details', path: '/statistics/h5/incomeDetailByArea', token, input }),
    call({ kind: 'report', path: '/area/appReport', token, input }),
  ]);
};

const orders: Screen = async (call, token) => {
  const input = { period: oneOf(periods) };
  const [page] = await Promise.all([
    call<Page>({ kind: 'order list', path: '/order', token, input }),
    call({ kind: 'order sums', path: '/order/orderH5', token, input }),
  ]);
  const cursor = page?.nextCursor;
  if (cursor) await call({ kind: 'order list', path: '/order', token, input: { ...input, cursor } });
  const [first] = page?.rows ?? [];
  if (first)
    await call({ kind: 'one order', path: '/data-centre/get-order', token, input: { orderId: first.orderId } });
};

const screens: readonly Screen[] = [home, home, home, charts, devices, devices, details, orders];

async function manage(caller: Caller, token: string, { think }: Orders, over: number): Promise<void> {
  for (let pause = Math.random() * think; ; pause = -Math.log(1 - Math.random()) * think) {
    await sleep(Math.min(pause * 1000, Math.max(0, over - Date.now())));
    if (Date.now() >= over) return;
    await oneOf(screens)(caller.call, token);
  }
}

await runPart(async (told) => {
  const tally = makeTally();
  const caller = makeCaller(told.url, tally);
  const over = Date.now() + told.seconds * 1000;
  let chunks = 0;
  const closes: (() => void)[] = [];
  const hear = () => {
    chunks += 1;
  };
  const opening = (async () => {
    for (let index = 0; index < told.streams; index += 1) {
      closes.push(openStream({ url: told.url, token: managerToken(index), tally, hear }));
      if (index % 20 === 19) await sleep(50);
    }
  })();
  const tokens = Array.from({ length: told.managers }, (_, index) => managerToken(index));
  await Promise.all([opening, ...tokens.map((token) => manage(caller, token, told, over))]);
  for (const close of closes) close();
  return { ...tally.report(), facts: { streams: closes.length, 'pieces of news on streams': chunks } };
});
