import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { BrokerEntry } from '../features/devices/index.ts';
import { optional } from './command.ts';
import { usage } from './failure.ts';

/** An outside Mosquitto reads its users from a password file of its own. */
export const mosquittoOption = {
  mosquitto: optional('FILE', "Keep Mosquitto's password file in step; reload it afterwards (SIGHUP)", z.string()),
};

/** Sets or removes the passwords of chairs; other lines stay as they are. */
export async function updatePasswordFile(path: string | undefined, chairs: BrokerEntry[]): Promise<void> {
  if (path === undefined) return;
  const named = new Set(chairs.map(({ deviceId }) => deviceId));
  try {
    const lines = (await readFile(path, 'utf8').catch(whenMissing)).split('\n').filter((line) => line !== '');
    const others = lines.filter((line) => !named.has(line.slice(0, line.indexOf(':'))));
    const added = chairs.flatMap(({ deviceId, brokerHash }) =>
      brokerHash === null ? [] : [`${deviceId}:${brokerHash}`],
    );
    await writeFile(path, [...others, ...added].map((line) => `${line}\n`).join(''), { mode: 0o600 });
  } catch (error) {
    throw usage(`${path} cannot be written: ${(error as Error).message}.`);
  }
}

function whenMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
