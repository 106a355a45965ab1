import { existsSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Env } from '../../platform/env.ts';
import { type Checks, type DoctorContext, type Finding, look, ok, wrong } from './finding.ts';

const gibibyte = 1024 ** 3;
const leastBytes = gibibyte;
const leastShare = 0.1;

/** The folder, or the nearest above it that exists. */
const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)));

/** The folders into which the server writes, in the data folder. */
const written = ({ PAYMENT_PROVIDERS: providers }: Env): string[] => [
  '.',
  'files',
  'bills',
  ...providers.map((name) => join('bills', name)),
];

/** Tries to write where the server will, as the user who has the data folder. */
async function writable(env: Env): Promise<Finding[]> {
  const dataDir = env.DATA_DIR;
  const problems: string[] = [];
  for (const folder of new Set(written(env).map((name) => existing(join(dataDir, name)))))
    await tryToWrite(folder).catch((error: Error) => problems.push(error.message));
  if (problems.length === 0) return [ok('data folder', `${dataDir} and what is in it can be written to`)];
  const todo = `Give it back to the user who runs the server: chown -R <user> ${dataDir}; run commands as that user.`;
  return problems.map((problem) => wrong('data folder', problem, todo));
}

async function tryToWrite(folder: string): Promise<void> {
  const file = join(folder, `.doctor-${process.pid}`);
  await writeFile(file, 'x', { flag: 'wx' });
  await rm(file);
}

const checkDisk = async ({ env }: DoctorContext): Promise<Finding[]> => {
  const folder = existing(env.DATA_DIR);
  const { bavail, blocks, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const says = `${(free / gibibyte).toFixed(1)} GiB free for ${env.DATA_DIR}`;
  const todo = 'Make room: old backups, logs, or a larger disk. A full disk stops the database.';
  if (free < leastBytes) return [wrong('disk', says, todo)];
  return [bavail / blocks < leastShare ? look('disk', says, todo) : ok('disk', says)];
};

export const checkMachine: Checks = async (context) => [
  ...(await checkDisk(context)),
  ...(await writable(context.env)),
];
