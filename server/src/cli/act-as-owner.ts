import { accessSync, statSync } from 'node:fs';
import { userName } from '../platform/users.ts';
import { refused } from './failure.ts';

/**
 * Root continues as the owner of the data folder: what a command writes there must stay readable for the server. A
 * folder of root's own, or one that does not exist yet, changes nothing.
 */
export async function actAsOwner(dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  if (!owner || owner.uid === 0) return;
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
  try {
    accessSync(import.meta.filename);
  } catch {
    const name = await userName(owner.uid);
    throw refused(
      `${dataDir} belongs to ${name}, who may not read this program. Install it where everybody may, such as /opt/recline.`,
    );
  }
}
