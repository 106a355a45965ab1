import type { Pool } from 'pg';
import type { Defer } from '../lib/cleanups.ts';
import { spawnFleet } from '../lib/fleet-process.ts';
import { durable, preloadStatistics, startTemporaryPostgres, type TemporaryPostgres } from '../lib/postgres.ts';
import { startProduct } from '../lib/product.ts';
import { startReference } from '../lib/reference.ts';
import { startWorker, type Worker } from '../lib/worker.ts';
import type { Size } from '../lib/world.ts';
import type { ManagersReport, ManagersRequest, ManagersSettings } from '../workers/managers.ts';
import type { StartsReport, StartsRequest, StartsSettings } from '../workers/starts.ts';

/** The product or the reference, each with its own chairs. The managers at their screens are the product's on both. */
export interface Side {
  name: 'product' | 'reference';
  pid: number;
  fleetPid: number;
  pool: Pool;
  starts: Worker<StartsRequest, StartsReport>;
  managers: Worker<ManagersRequest, ManagersReport>;
  /** The process that answers the managers. */
  screensPid: number;
  /** Resolves once every chair of a sample is ready to start. */
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

/**
 * Both sides are up all the time, on one PostgreSQL; only the one that is measured starts chairs. The product answers
 * the managers in both cases, so that the background is the same.
 */
export async function setUpSides(setUp: SetUp, defer: Defer) {
  const postgres = await startTemporaryPostgres([...durable, preloadStatistics]);
  defer(postgres.stop);
  const { product, priceId } = await setUpProduct(postgres, setUp, defer);
  const reference = await startReference(postgres);
  const { managers, pid: screensPid } = product;
  return {
    postgres,
    product,
    reference: { ...(await connect('reference', reference, { ...setUp, priceId }, defer)), managers, screensPid },
  };
}

async function setUpProduct(postgres: TemporaryPostgres, setUp: SetUp, defer: Defer) {
  const server = await startProduct(postgres, setUp.size);
  const connected = await connect('product', server, { ...setUp, priceId: server.priceId }, defer);
  const screens: ManagersSettings = {
    url: server.url,
    managers: setUp.size.managers,
    streams: setUp.size.managers,
    think: setUp.think,
  };
  const managers = await startWorker<ManagersRequest, ManagersReport>('managers', screens);
  defer(managers.stop);
  const product: Side = { ...connected, managers, screensPid: server.pid };
  await product.chairsOnline();
  return { product, priceId: server.priceId };
}

async function connect(
  name: Side['name'],
  { url, mqttUrl, pid, pool, ...server }: Server,
  { size, runSeconds, priceId }: SetUp & { priceId: string },
  defer: Defer,
): Promise<Omit<Side, 'managers' | 'screensPid'>> {
  defer(server.stop);
  const fleet = await spawnFleet(size.chairs, mqttUrl, runSeconds);
  defer(fleet.stop);
  const starting: StartsSettings = { url, priceId, size };
  const starts = await startWorker<StartsRequest, StartsReport>('starts', starting);
  defer(starts.stop);
  const stop = async () => {
    starts.stop();
    await fleet.stop();
    await server.stop();
  };
  return { name, pid, fleetPid: fleet.pid, pool, starts, chairsOnline: server.chairsOnline, stop };
}
