import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Private to us. As root, the database runs as another user, who needs search permission on the folder. */
export const makeDataDir = (directory: string) =>
  mkdir(directory, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });

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
      if (error.code === 'ENOENT') return ''; // its owner ended between our two looks
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

/** As root we would leave files there that its owner cannot open, and PostgreSQL could not open the owner's. */
async function refuseOthersFolder(directory: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid } = await stat(directory).catch(() => ({ uid: 0 })); // not there yet: it will be ours
  if (uid === 0) return;
  const name = await userName(uid);
  throw new Error(`${directory} belongs to ${name}: run this as that user (sudo -u ${name} …), not as root.`);
}

async function userName(uid: number): Promise<string> {
  const users = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'));
  return users.find(([, , id]) => id === String(uid))?.[0] ?? `#${uid}`;
}

/** link(2) makes the claim atomic: the file appears complete, or exists already. */
async function writeClaim(file: string): Promise<boolean> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${process.pid} ${await startTimeOf(process.pid)}`);
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
