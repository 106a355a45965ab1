import { constants } from 'node:fs';
import { access, chmod, link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { userName } from './users.ts';

/** Private to our user. When run as root, the database is another user, who needs search permission on the folder. */
export async function makeDataDir(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let path = resolve(directory); path.length >= first.length; path = dirname(path))
    await chmod(path, folderMode()); // mkdir applies the umask
}

const folderMode = () => (process.getuid?.() === 0 ? 0o711 : 0o700);

/** Makes new files and folders private to the process's user, unless a mode is given. Call it once, at the start. */
export const keepFilesPrivate = () => process.umask(0o077);

/** The server's entries in its data folder, by the beginning of their names. */
const ours = /^(bills|files|postgres|providers|server\.pid|\.restore-)/;

/**
 * Closes the data folder to other users: its entries, and so all below them; earlier versions left some open. The
 * folder itself is left unchanged if it contains anything else, such as a whole home directory.
 */
export async function closeDataDir(directory: string): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true });
  const known = entries.filter(({ name }) => ours.test(name));
  for (const entry of known.filter((each) => each.isDirectory() || each.isFile()))
    await limitMode(join(directory, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  if (known.length === entries.length) await limitMode(directory, folderMode());
}

/** Removes every permission beyond `most`. Files of other users are left alone. */
async function limitMode(path: string, most: number): Promise<void> {
  const { mode, uid } = await stat(path);
  const permissions = mode & 0o777;
  if (uid === process.getuid?.() && permissions & ~most) await chmod(path, permissions & most);
}

/**
 * One server per data folder. The claim is a file with our process id and its start time, since ids are reused. A claim
 * of a process that has ended is stale.
 */
export async function claimDataDir(directory: string): Promise<() => Promise<void>> {
  await refuseOthersFolder(directory);
  await makeDataDir(directory);
  const file = join(directory, 'server.pid');
  while (!(await writeClaim(file))) {
    const claim = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''; // its owner ended between our two checks
      throw error;
    });
    const [pid = '', startTime = ''] = claim.split(' ');
    if (pid !== '' && isAlive(Number(pid)) && (await startTimeOf(Number(pid))) === startTime) {
      if (Number(pid) === process.pid) break;
      throw new Error(
        `Another Recline (process ${pid}) uses ${directory}. Stop it, or set DATA_DIR to another folder.`,
      );
    }
    await rm(file, { force: true });
  }
  return () => rm(file, { force: true });
}

/** As root we would create files that its owner cannot open, and PostgreSQL could not open the owner's. */
export async function refuseOthersFolder(directory: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid } = await stat(directory).catch(() => ({ uid: 0 })); // does not exist yet: it will be ours
  if (uid === 0) return;
  const name = await userName(uid);
  throw new Error(`${directory} belongs to ${name}: run this as that user (sudo -u ${name} …), not as root.`);
}

/** Names the owner of a data folder that we may not use. */
export async function requireOwnFolder(directory: string): Promise<void> {
  const problem = await access(directory, constants.R_OK | constants.W_OK | constants.X_OK).catch((error) => error);
  if (problem?.code !== 'EACCES') return;
  const name = await userName((await stat(directory)).uid);
  throw new Error(`${directory} belongs to ${name}: run this as that user (sudo -u ${name} …).`);
}

/** link(2) makes the claim atomic: the file appears complete, or exists already. */
async function writeClaim(file: string): Promise<boolean> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${process.pid} ${await startTimeOf(process.pid)}`, { mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(draft, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The start time of a process in clock ticks since boot; empty on systems without /proc. */
async function startTimeOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
