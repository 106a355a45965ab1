import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const isHash = (text: string): boolean => /^[0-9a-f]{40,64}$/.test(text);

/**
 * The commit that a checkout is at, or undefined without one. Read from the files, because git may not be installed,
 * and refuses a repository that belongs to another user.
 */
export function commitOf(root: string): string | undefined {
  try {
    const folder = gitFolder(root);
    const head = read(folder, 'HEAD');
    const hash = head.startsWith('ref: ') ? hashOf(folder, head.slice(5)) : head;
    return hash !== undefined && isHash(hash) ? hash : undefined;
  } catch {
    return undefined; // not a checkout
  }
}

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8').trim();

const readIfThere = (folder: string, name: string): string | undefined => {
  try {
    return read(folder, name);
  } catch {
    return undefined;
  }
};

/** In a worktree `.git` is a file that names the folder. */
function gitFolder(root: string): string {
  const link = readIfThere(root, '.git');
  return link?.startsWith('gitdir: ') ? resolve(root, link.slice(8)) : join(root, '.git');
}

/** A branch has its own file, or a line in `packed-refs`; both may be in the folder that worktrees share. */
function hashOf(folder: string, ref: string): string | undefined {
  const shared = readIfThere(folder, 'commondir');
  for (const place of shared === undefined ? [folder] : [folder, resolve(folder, shared)]) {
    const packed = readIfThere(place, 'packed-refs')?.split('\n') ?? [];
    const hash = readIfThere(place, ref) ?? packed.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0];
    if (hash !== undefined) return hash;
  }
  return undefined;
}
