import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, makeCaller } from '../lib/caller.ts';
import { openStream } from '../lib/stream.ts';
import { makeTally, type Report } from '../lib/tally.ts';
import { serveRequests } from '../lib/worker.ts';
import { managerToken } from '../lib/world.ts';

/** Managers who open one screen after another, each with an event stream open all the time. */

export interface ManagersSettings {
  url: string;
  managers: number;
  streams: number;
  /** Seconds that a manager reads a screen, on average. */
  think: number;
}

/** They open screens while they are active. The reply covers what happened since the previous request. */
export interface ManagersRequest {
  active: boolean;
}

export interface ManagersReport extends Report {
  streams: number;
  /** Chunks received on the event streams. */
  chunks: number;
}

type Screen = (call: Caller['call'], token: string) => Promise<unknown>;

const periods = ['today', 'yesterday', 'week', 'month', 'year'] as const;
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

interface Page {
  rows?: { orderId: string }[];
  nextCursor?: string | null;
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

await serveRequests<ManagersSettings, ManagersRequest, ManagersReport>(async ({ url, managers, streams, think }) => {
  let active = false;
  let chunks = 0;
  let tally = makeTally();
  const { call } = makeCaller(url, () => tally);

  /**
   * The loop continues while inactive, without calls, so that becoming active brings the usual load without a burst.
   */
  async function manage(token: string): Promise<never> {
    for (let pause = Math.random() * think; ; pause = -Math.log(1 - Math.random()) * think) {
      await sleep(pause * 1000);
      if (active) await oneOf(screens)(call, token);
    }
  }

  for (let index = 0; index < streams; index += 1) {
    openStream({
      url,
      token: managerToken(index % managers),
      receive: () => {
        chunks += 1;
      },
      failed: (code, detail) => tally.failed('stream', code, detail),
    });
    if (index % 20 === 19) await sleep(50);
  }
  for (let index = 0; index < managers; index += 1) void manage(managerToken(index));

  return (request) => {
    const report = { ...tally.report(), streams, chunks };
    active = request.active;
    chunks = 0;
    tally = makeTally();
    return report;
  };
});
