import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Nobody else looks into our data. As root the database runs as another user, who must be able to pass
 * through, and no more.
 */
export const makeDataDir = (directory: string) =>
  mkdir(directory, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });

/**
 * One server a data folder. The claim is a file with our process id and when that process began, since
 * ids are used again; a claim whose process is gone was left by a crash and counts for nothing.
 */
export async function claimDataDir(directory: string): Promise<() => Promise<void>> {
  await makeDataDir(directory);
  const file = join(directory, 'server.pid');
  while (!(await claimed(file))) {
    const claim = await readFile(file, 'utf8').catch(() => '');
    const [pid = '', began = ''] = claim.split(' ');
    if (pid !== '' && isAlive(Number(pid)) && (await beginningOf(Number(pid))) === began) {
      if (Number(pid) === process.pid) break;
      throw new Error(
        `Another Recline (process ${pid}) uses ${directory}. Stop it, or set DATA_DIR to another folder.`,
      );
    }
    await rm(file, { force: true });
  }
  return () => rm(file, { force: true });
}

/** Of two that begin together one gets it: the file appears whole, or was there already. */
async function claimed(file: string): Promise<boolean> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${process.pid} ${await beginningOf(process.pid)}`);
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

/** When a process began, in the kernel's own count; empty where the system does not tell. */
async function beginningOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
