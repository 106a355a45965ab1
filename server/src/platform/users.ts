import { readFile } from 'node:fs/promises';

/** The name of a user of this machine, or `#<id>`. */
export async function userName(uid: number): Promise<string> {
  const users = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'));
  return users.find(([, , id]) => id === String(uid))?.[0] ?? `#${uid}`;
}
