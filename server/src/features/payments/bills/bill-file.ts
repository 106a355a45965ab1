import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, type Writable } from 'node:stream';
import * as streams from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** Only the server's user may read what payers bought. */
const folderMode = 0o700;
const fileMode = 0o600;

export interface KeptBill {
  file: string;
  /** Of the bytes as received. */
  sha256: string;
  bytes: number;
}

const openFile = (path: string): Writable => createWriteStream(path, { mode: fileMode });

/**
 * Stores a provider's bill as received, compressed. The file has its name only once the whole bill is on disk; any
 * failure, of the disk or of `content`, rejects and leaves the bill that was there before.
 */
export async function keepBill(
  { directory, provider, day }: { directory: string; provider: string; day: string },
  content: AsyncIterable<Uint8Array>,
  open = openFile,
): Promise<KeptBill> {
  const file = join(await makeFolder(directory, provider), `${day}.gz`);
  const part = `${file}.part`;
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted() {
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  await rm(part, { force: true }); // left by a server that was killed
  try {
    await streams.pipeline(counted, createGzip(), open(part));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return { file, sha256: hash.digest('hex'), bytes };
}

async function makeFolder(directory: string, provider: string): Promise<string> {
  const folder = join(directory, provider);
  await mkdir(folder, { recursive: true, mode: folderMode });
  for (const each of [directory, folder]) await chmod(each, folderMode); // made by an earlier version
  return folder;
}

/** The bytes of a stored bill. */
export function readBillFile(file: string): AsyncIterable<Uint8Array> {
  const gunzip = createGunzip();
  pipeline(createReadStream(file), gunzip, () => {}); // an error of either stream rejects the reader
  return gunzip;
}
