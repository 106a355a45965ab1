import { openStatuses } from '@recline/contract/values';
import { Gauge, type Registry } from 'prom-client';
import { chairCounts } from './features/devices/index.ts';
import { openOrderCounts } from './features/orders/index.ts';
import { refundBacklog } from './features/payments/index.ts';
import type { Pool } from './platform/db.ts';
import type { BuildInfo } from './platform/http/health.ts';
import type { Log } from './platform/log.ts';
import { within } from './platform/schedule.ts';

interface GaugeDeps {
  registry: Registry;
  log: Log;
  requestPool: Pool;
  chairPool: Pool;
  /** Whether the broker is connected. */
  connected(): boolean;
  build: BuildInfo;
}

/** Gauges read at each scrape. Those from the database are the same on every server, so take the maximum. */
export function serveGauges(deps: GaugeDeps): void {
  const { registry, requestPool, chairPool, connected, build } = deps;
  const registers = [registry];
  const info = new Gauge({
    name: 'recline_build_info',
    help: 'The running version; always 1',
    labelNames: ['version', 'commit', 'node'] as const,
    registers,
  });
  info.set({ version: build.version, commit: build.commit ?? '', node: process.versions.node }, 1);
  new Gauge({
    name: 'recline_broker_connected',
    help: 'Whether the server is connected to the broker',
    registers,
    collect() {
      this.set(connected() ? 1 : 0);
    },
  });
  servePools({ request: requestPool, chair: chairPool }, registry);
  serveCounts(deps);
}

function servePools(pools: Record<string, Pool>, registry: Registry): void {
  new Gauge({
    name: 'recline_database_connections',
    help: 'Database connections by pool and state (total, idle), and calls that wait for one (waiting)',
    labelNames: ['pool', 'state'] as const,
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'total' }, totalCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
}

const scrapeWithinMs = 2_000;
const refundStates = ['due', 'asked', 'pending', 'failed'] as const;

/** While the database does not answer, these are omitted rather than shown with old values. */
function serveCounts({ registry, log, requestPool: pool }: GaugeDeps): void {
  const registers = [registry];
  const read = async (gauge: Gauge<string>, work: () => Promise<void>) => {
    gauge.reset();
    await within(scrapeWithinMs, work()).catch((error) => log.warn({ err: error }, 'a gauge could not be read'));
  };
  new Gauge({
    name: 'recline_chairs',
    help: 'Chairs by outlet and state (online, offline, fault)',
    labelNames: ['outlet', 'state'] as const,
    registers,
    collect() {
      return read(this, async () => {
        for (const { outlet_id: outlet, state, chairs } of await chairCounts(pool)) this.set({ outlet, state }, chairs);
      });
    },
  });
  new Gauge({
    name: 'recline_open_orders',
    help: 'Orders that are not over, by status',
    labelNames: ['status'] as const,
    registers,
    collect() {
      return read(this, async () => {
        const rows = await openOrderCounts(pool);
        for (const status of openStatuses) this.set({ status }, rows.find((row) => row.status === status)?.orders ?? 0);
      });
    },
  });
  const age = new Gauge({
    name: 'recline_refund_age_seconds',
    help: 'Seconds since the oldest refund in a state was requested',
    labelNames: ['state'] as const,
    registers,
  });
  new Gauge({
    name: 'recline_refunds_open',
    help: 'Refunds whose money has not arrived, by state; failed ones need staff',
    labelNames: ['state'] as const,
    registers,
    collect() {
      age.reset();
      return read(this, async () => {
        const rows = await refundBacklog(pool);
        for (const state of refundStates) {
          const row = rows.find((each) => each.state === state);
          this.set({ state }, row?.refunds ?? 0);
          age.set({ state }, row?.age ?? 0);
        }
      });
    },
  });
}
