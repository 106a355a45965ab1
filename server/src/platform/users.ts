import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';

/** The name of a user of this machine, or `#<id>`. */
export async function userName(uid: number): Promise<string> {
  const users = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'));
  return users.find(([, , id]) => id === String(uid))?.[0] ?? `#${uid}`;
}

/**
 * The name of the user who runs this process. Containers and shared folders may have users without an account on the
 * machine.
 */
export function ownName(): string {
  try {
    return userInfo().username;
  } catch {
    return `#${process.getuid?.()}`;
  }
}
