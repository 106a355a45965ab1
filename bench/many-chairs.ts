import { setTimeout as sleep } from 'node:timers/promises';
import { mosquittoPath, startMosquitto } from '@recline/server/testing/mosquitto';
import { withCleanups } from './lib/cleanups.ts';
import { spawnFleet } from './lib/fleet-process.ts';
import { numericOptions } from './lib/options.ts';
import { durable, startTemporaryPostgres, type TemporaryPostgres } from './lib/postgres.ts';
import { type Slice, useOf, watchProcesses } from './lib/processes.ts';
import { startProduct } from './lib/product.ts';
import type { Size } from './lib/world.ts';

/**
 * Memory and processor of one server with a connected fleet, compared with Mosquitto and the same fleet: the server
 * with its embedded broker, Mosquitto alone, and the server with Mosquitto as its broker. `node bench/many-chairs.ts
 * --chairs 10000 --seconds 60`
 */

const { chairs, seconds } = numericOptions({ chairs: 10_000, seconds: 60 });
const outlets = Math.ceil(chairs / 50);
const size: Size = { outlets, chairs, managers: outlets, consumers: 0, history: 0 };

interface Broker {
  url: string;
  pid: number;
}

/** The resources of processes while a fleet, in a separate process, is connected and sends heartbeats. */
async function withFleet(broker: string, pids: number[], ready: () => Promise<void>): Promise<Slice[]> {
  const begun = performance.now();
  const fleet = await spawnFleet(chairs, broker);
  try {
    const connected = performance.now();
    await ready();
    const after = (moment: number) => `${((moment - begun) / 1000).toFixed(0)} s`;
    console.log(`  (all connected after ${after(connected)}, all online after ${after(performance.now())})`);
    await sleep(5_000);
    const watch = watchProcesses(
      pids.map((pid) => ({ name: String(pid), read: () => useOf(pid) })),
      5,
    );
    await sleep(seconds * 1000);
    return (await watch.stop()).flatMap(({ slices }) => slices(1));
  } finally {
    await fleet.stop();
  }
}

async function withMosquitto<T>(work: (broker: Broker) => Promise<T>): Promise<T> {
  const mosquitto = await startMosquitto([], true);
  return work(mosquitto).finally(mosquitto.stop);
}

async function serverWithFleet(postgres: TemporaryPostgres, outside?: Broker): Promise<Slice[]> {
  const product = await startProduct(postgres, size, outside ? { MQTT_URL: outside.url } : {});
  try {
    const pids = [product.pid, ...(outside ? [outside.pid] : [])];
    return await withFleet(outside?.url ?? product.mqttUrl, pids, product.chairsOnline);
  } finally {
    await product.stop();
  }
}

const print = (name: string, { megabytes, percent }: Slice) =>
  console.log(
    `  ${name.padEnd(40)} ${megabytes.toFixed(0).padStart(5)} MB ${percent.toFixed(1).padStart(6)} % of a core`,
  );

async function compare(postgres: TemporaryPostgres): Promise<void> {
  console.log(`${chairs} chairs with heartbeats, over ${seconds} s`);
  const [inside] = await serverWithFleet(postgres);
  if (inside) print('server with its embedded broker', inside);
  if (!mosquittoPath) {
    console.log('  Mosquitto is not installed (apt-get install mosquitto): nothing to compare with');
    return;
  }
  const [alone] = await withMosquitto(({ url, pid }) => withFleet(url, [pid], async () => {}));
  const [server, broker] = await withMosquitto((mosquitto) => serverWithFleet(postgres, mosquitto));
  if (!inside || !alone || !server || !broker) return;
  print('Mosquitto alone', alone);
  print('server with Mosquitto as its broker', server);
  print('its Mosquitto', broker);
  const ratio = (of: keyof Slice) => (inside[of] / alone[of]).toFixed(1);
  console.log(
    `  server with its embedded broker to Mosquitto: memory ${ratio('megabytes')}, processor ${ratio('percent')}`,
  );
}

await withCleanups(async (defer) => {
  const postgres = await startTemporaryPostgres(durable);
  defer(postgres.stop);
  await compare(postgres);
});
