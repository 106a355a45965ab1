import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { BrokerEntry } from '../features/devices/index.ts';
import { optional } from './command.ts';
import { fileReason, usage } from './failure.ts';

/** An outside Mosquitto reads its users from a password file of its own. */
export const mosquittoOption = {
  mosquitto: optional('FILE', "Keep Mosquitto's password file in step; reload it afterwards (SIGHUP)", z.string()),
};

/** Sets or removes the passwords of chairs; other lines stay as they are. */
export async function updatePasswordFile(path: string | undefined, chairs: BrokerEntry[]): Promise<void> {
  if (path === undefined) return;
  const named = new Set(chairs.map(({ deviceId }) => deviceId));
  try {
    const before = await readFile(path, 'utf8').catch(whenMissing);
    const lines = before.split('\n').filter((line) => line !== '');
    const others = lines.filter((line) => !named.has(line.slice(0, line.indexOf(':'))));
    const added = chairs.flatMap(({ deviceId, brokerHash }) =>
      brokerHash === null ? [] : [`${deviceId}:${brokerHash}`],
    );
    await replaceContent(path, [...others, ...added].map((line) => `${line}\n`).join(''), before);
  } catch (error) {
    throw usage(`${path} cannot be written: ${fileReason(error as Error)}.`);
  }
}

/**
 * Written in place, because a new file would need the broker's folder, which is not ours. If the disk is full, the old
 * content is restored, because without it no chair could connect.
 */
async function replaceContent(path: string, content: string, before: string): Promise<void> {
  try {
    await writeFile(path, content, { mode: 0o600 });
  } catch (error) {
    await writeFile(path, before).catch(() => {}); // the first failure is reported
    throw error;
  }
}

function whenMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
