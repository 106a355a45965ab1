import { rm, writeFile } from 'node:fs/promises';
import { fileReason, usage } from './failure.ts';

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
    await writeFile(path, text, { flag: 'wx', mode: 0o600 }).catch((error: Error) => {
      throw usage(`${path} cannot be written: ${fileReason(error)}.`);
    });
    written = true;
  };
  try {
    return await work(write);
  } catch (error) {
    if (written) await rm(path, { force: true });
    throw error;
  }
}
