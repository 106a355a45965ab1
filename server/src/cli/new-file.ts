import { rm, writeFile } from 'node:fs/promises';
import { fileReason, usage } from './failure.ts';

/** Writes a new file, readable by its owner alone; a partly written one is removed. */
export async function writeNew(path: string, content: string | AsyncIterable<string>): Promise<void> {
  try {
    await writeFile(path, content, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code, syscall = '' } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') await rm(path, { force: true });
    if (!['open', 'write'].includes(syscall)) throw error; // of the function that makes the content
    throw usage(`${path} cannot be written: ${fileReason(error as Error)}.`);
  }
}

/**
 * Runs `work` with a function that writes a new file, readable by its owner alone. An existing file is never
 * overwritten: it may be the only copy of its secrets. If the work fails, the file is removed again. Without a path
 * nothing is written.
 */
export async function withNewFile<T>(
  path: string | undefined,
  work: (write: (text: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  if (path === undefined) return work(async () => {});
  let written = false;
  const write = async (text: string) => {
    await writeNew(path, text);
    written = true;
  };
  try {
    return await work(write);
  } catch (error) {
    if (written) await rm(path, { force: true });
    throw error;
  }
}
