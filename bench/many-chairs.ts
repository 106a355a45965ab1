import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestPostgres } from '@recline/server/testing/database';
import { mosquittoPath, startMosquitto } from '@recline/server/testing/mosquitto';
import { spawnFleet } from './lib/fleet-process.ts';
import { serverWithChairs } from './lib/server-with-chairs.ts';

/** Memory and processor of one server with its broker inside while a fleet beats, beside Mosquitto's for the same fleet. */

const chairs = Number(process.env.CHAIRS ?? 10_000);
const seconds = Number(process.env.SECONDS ?? 60);
const ticksASecond = 100;

interface Use {
  megabytes: number;
  percent: number;
}

async function ticksOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

async function useOf(pid: number): Promise<Use> {
  const before = await ticksOf(pid);
  await sleep(seconds * 1000);
  const ticks = (await ticksOf(pid)) - before;
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  return { megabytes: kilobytes / 1024, percent: (ticks / ticksASecond / seconds) * 100 };
}

/** The fleet is in a process of its own: a simulated chair costs more than a connected one. */
async function withFleet(broker: string, work: () => Promise<Use>): Promise<Use> {
  const fleet = await spawnFleet(chairs, broker);
  try {
    await sleep(5_000);
    return await work();
  } finally {
    await fleet.stop();
  }
}

async function ofServer(): Promise<Use & { online: number }> {
  const directory = await mkdtemp(join(tmpdir(), 'recline-bench-'));
  const postgres = await startTestPostgres(directory, []);
  try {
    const { server, pool, stop } = await serverWithChairs(postgres.url, chairs);
    try {
      let online = 0;
      const use = await withFleet(server.mqttUrl, async () => {
        const measured = await useOf(server.pid);
        online = (await pool.query('SELECT FROM devices WHERE online')).rows.length;
        return measured;
      });
      return { ...use, online };
    } finally {
      await stop();
    }
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function ofMosquitto(): Promise<Use | undefined> {
  if (!mosquittoPath) return undefined;
  const mosquitto = await startMosquitto([], true);
  try {
    return await withFleet(mosquitto.url, () => useOf(mosquitto.pid));
  } finally {
    await mosquitto.stop();
  }
}

const say = (name: string, { megabytes, percent }: Use) =>
  console.log(`  ${name}: ${megabytes.toFixed(0)} MB, ${percent.toFixed(1)} % of a core`);

const server = await ofServer();
const mosquitto = await ofMosquitto();
console.log(`${chairs} chairs with heartbeats, over ${seconds} s`);
say(`server with its broker inside (${server.online} chairs online in the database)`, server);
if (mosquitto) {
  say('Mosquitto alone', mosquitto);
  console.log(
    `  ratio: memory ${(server.megabytes / mosquitto.megabytes).toFixed(1)}, processor ${(server.percent / mosquitto.percent).toFixed(1)}`,
  );
} else console.log('  Mosquitto is not installed (apt-get install mosquitto): nothing to compare with');
