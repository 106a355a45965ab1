import { copyFile, stat, truncate } from 'node:fs/promises';

/** Moves a log that has grown to `<file>.1`, in place: its writer appends to the same file. One older part is kept. */
export async function rotateLog(file: string, maxBytes: number): Promise<void> {
  const { size } = await stat(file);
  if (size <= maxBytes) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}
