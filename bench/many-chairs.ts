import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestPostgres } from '@recline/server/testing/database';
import { mosquittoPath, startMosquitto } from '@recline/server/testing/mosquitto';
import { spawnFleet } from './lib/fleet-process.ts';
import { useOf } from './lib/processes.ts';
import { serverWithChairs } from './lib/server-with-chairs.ts';

/**
 * Memory and processor of one server while a fleet beats, beside Mosquitto's for the same fleet: the server
 * with its broker inside, Mosquitto alone, and the server with Mosquitto as its broker outside.
 */

const chairs = Number(process.env.CHAIRS ?? 10_000);
const seconds = Number(process.env.SECONDS ?? 60);

interface Use {
  megabytes: number;
  /** Of one core. */
  percent: number;
}

/** The fleet is in a process of its own: a simulated chair costs more than a connected one. */
async function withFleet(broker: string, pids: number[], ready: () => Promise<boolean>): Promise<Use[]> {
  const begun = performance.now();
  const fleet = await spawnFleet(chairs, broker);
  try {
    const connected = performance.now();
    while (!(await ready())) await sleep(500);
    const after = (moment: number) => `${((moment - begun) / 1000).toFixed(0)} s`;
    console.log(`  (all connected after ${after(connected)}, all known to be there after ${after(performance.now())})`);
    await sleep(5_000);
    const before = await Promise.all(pids.map(useOf));
    await sleep(seconds * 1000);
    const used = await Promise.all(pids.map(useOf));
    return used.map(({ cpu, megabytes }, index) => {
      const spent = cpu - (before[index]?.cpu ?? 0);
      return { megabytes, percent: (100 * spent) / seconds };
    });
  } finally {
    await fleet.stop();
  }
}

const withMosquitto = async <T>(work: (broker: { url: string; pid: number }) => Promise<T>): Promise<T> => {
  const mosquitto = await startMosquitto([], true);
  return work(mosquitto).finally(mosquitto.stop);
};

async function ofServer(postgresUrl: string, outside?: { url: string; pid: number }): Promise<Use[]> {
  const { server, pool, stop } = await serverWithChairs(postgresUrl, chairs, outside ? { MQTT_URL: outside.url } : {});
  const allOnline = async () => (await pool.query('SELECT FROM devices WHERE NOT online')).rows.length === 0;
  try {
    return await withFleet(server.mqttUrl, [server.pid, ...(outside ? [outside.pid] : [])], allOnline);
  } finally {
    await stop();
  }
}

const say = (name: string, { megabytes, percent }: Use) =>
  console.log(
    `  ${name.padEnd(40)} ${megabytes.toFixed(0).padStart(5)} MB ${percent.toFixed(1).padStart(6)} % of a core`,
  );

async function compare(postgresUrl: string): Promise<void> {
  const [inside] = await ofServer(postgresUrl);
  console.log(`${chairs} chairs with heartbeats, all online in the database, over ${seconds} s`);
  if (inside) say('server with its broker inside', inside);
  if (!mosquittoPath) {
    console.log('  Mosquitto is not installed (apt-get install mosquitto): nothing to compare with');
    return;
  }
  const [alone] = await withMosquitto(({ url, pid }) => withFleet(url, [pid], async () => true));
  const [server, broker] = await withMosquitto((mosquitto) => ofServer(postgresUrl, mosquitto));
  if (!inside || !alone || !server || !broker) return;
  say('Mosquitto alone', alone);
  say('server with Mosquitto outside', server);
  say('and that Mosquitto', broker);
  const ratio = (of: keyof Use) => (inside[of] / alone[of]).toFixed(1);
  console.log(
    `  server with its broker inside to Mosquitto: memory ${ratio('megabytes')}, processor ${ratio('percent')}`,
  );
}

const directory = await mkdtemp(join(tmpdir(), 'recline-bench-'));
const postgres = await startTestPostgres(directory, []);
try {
  await compare(postgres.url);
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
