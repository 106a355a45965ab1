import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Checks, look, ok, wrong } from './finding.ts';

const gibibyte = 1024 ** 3;
const leastBytes = gibibyte;
const leastShare = 0.1;

/** The folder, or the nearest above it that exists. */
const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)));

export const checkMachine: Checks = async ({ env }) => {
  const folder = existing(env.DATA_DIR);
  const { bavail, blocks, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const says = `${(free / gibibyte).toFixed(1)} GiB free for ${env.DATA_DIR}`;
  const todo = 'Make room: old backups, logs, or a larger disk. A full disk stops the database.';
  if (free < leastBytes) return [wrong('disk', says, todo)];
  return [bavail / blocks < leastShare ? look('disk', says, todo) : ok('disk', says)];
};
