import type { Pool } from 'pg';
import type { Defer } from '../lib/cleanups.ts';
import { spawnFleet } from '../lib/fleet-process.ts';
import { durable, startTemporaryPostgres, type TemporaryPostgres } from '../lib/postgres.ts';
import { startProduct } from '../lib/product.ts';
import { startReference } from '../lib/reference.ts';
import { startWorker, type Worker } from '../lib/worker.ts';
import type { Size } from '../lib/world.ts';
import type { ManagersReport, ManagersRequest, ManagersSettings } from '../workers/managers.ts';
import type { StartsReport, StartsRequest, StartsSettings } from '../workers/starts.ts';
import { preloadStatistics } from './cost.ts';

/** The product or the reference, with its own chairs and callers. */
export interface Side {
  name: 'product' | 'reference';
  pid: number;
  fleetPid: number;
  pool: Pool;
  starts: Worker<StartsRequest, StartsReport>;
  managers: Worker<ManagersRequest, ManagersReport>;
  /** Resolves once the server would start any chair of a sample. */
  chairsOnline(): Promise<void>;
  stop(): Promise<void>;
}

interface Server {
  url: string;
  mqttUrl: string;
  pid: number;
  pool: Pool;
  chairsOnline(): Promise<void>;
  stop(): Promise<void>;
}

interface SetUp {
  size: Size;
  runSeconds: number;
  think: number;
}

/** Both sides are up all the time, on one PostgreSQL; only the one that is measured has callers. */
export async function setUpSides(setUp: SetUp, defer: Defer) {
  const postgres = await startTemporaryPostgres([...durable, preloadStatistics]);
  defer(postgres.stop);
  const { product, priceId } = await setUpProduct(postgres, setUp, defer);
  const reference = await startReference(postgres);
  return { postgres, product, reference: await connect('reference', reference, { ...setUp, priceId }, defer) };
}

async function setUpProduct(postgres: TemporaryPostgres, setUp: SetUp, defer: Defer) {
  const server = await startProduct(postgres, setUp.size);
  const product = await connect('product', server, { ...setUp, priceId: server.priceId }, defer);
  await product.chairsOnline();
  return { product, priceId: server.priceId };
}

async function connect(
  name: Side['name'],
  { url, mqttUrl, pid, pool, ...server }: Server,
  { size, runSeconds, think, priceId }: SetUp & { priceId: string },
  defer: Defer,
): Promise<Side> {
  defer(server.stop);
  const fleet = await spawnFleet(size.chairs, mqttUrl, runSeconds);
  defer(fleet.stop);
  const starting: StartsSettings = { url, priceId, size };
  const starts = await startWorker<StartsRequest, StartsReport>('starts', starting);
  defer(starts.stop);
  const screens: ManagersSettings = { url, managers: size.managers, streams: size.managers, think };
  const managers = await startWorker<ManagersRequest, ManagersReport>('managers', screens);
  defer(managers.stop);
  const stop = async () => {
    managers.stop();
    starts.stop();
    await fleet.stop();
    await server.stop();
  };
  return { name, pid, fleetPid: fleet.pid, pool, starts, managers, chairsOnline: server.chairsOnline, stop };
}
