import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { optional } from './command.ts';
import { usage } from './failure.ts';

/** An outside Mosquitto reads its users from a password file of its own. */
export const mosquittoOption = {
  mosquitto: optional('FILE', "Keep Mosquitto's password file in step; reload it afterwards (SIGHUP)", z.string()),
};

const iterations = 101; // what mosquitto_passwd uses; a secret of 256 random bits needs no more

/** A secret as `mosquitto_passwd` writes it. */
export function hashedPassword(secret: string, salt = randomBytes(12)): string {
  const hash = pbkdf2Sync(secret, salt, iterations, 64, 'sha512');
  return `$7$${iterations}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

export interface PasswordChange {
  deviceId: string;
  /** Null removes the chair. */
  secret: string | null;
}

/** Sets or removes the passwords of chairs; other lines stay as they are. */
export async function updatePasswordFile(path: string | undefined, chairs: PasswordChange[]): Promise<void> {
  if (path === undefined) return;
  const named = new Set(chairs.map(({ deviceId }) => deviceId));
  try {
    const lines = (await readFile(path, 'utf8').catch(whenMissing)).split('\n').filter((line) => line !== '');
    const others = lines.filter((line) => !named.has(line.slice(0, line.indexOf(':'))));
    const added = chairs.flatMap(({ deviceId, secret }) =>
      secret === null ? [] : [`${deviceId}:${hashedPassword(secret)}`],
    );
    await writeFile(path, `${[...others, ...added].join('\n')}\n`, { mode: 0o600 });
  } catch (error) {
    throw usage(`${path} cannot be written: ${(error as Error).message}.`);
  }
}

function whenMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
