import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** Keeps a provider's bill as it came, compressed, with the hash of its bytes. A file that is not finished has no name. */
export async function openBillFile(directory: string, provider: string, day: string) {
  await mkdir(join(directory, provider), { recursive: true });
  const path = join(directory, provider, `${day}.gz`);
  const hash = createHash('sha256');
  const gzip = createGzip();
  const stored = finished(gzip.pipe(createWriteStream(`${path}.part`)));
  return {
    /** Waits while the disk is behind. */
    async keep(chunk: Uint8Array): Promise<void> {
      hash.update(chunk);
      if (!gzip.write(chunk)) await new Promise((resolve) => gzip.once('drain', resolve));
    },
    async finish(): Promise<{ file: string; sha256: string }> {
      gzip.end();
      await stored;
      await rename(`${path}.part`, path);
      return { file: path, sha256: hash.digest('hex') };
    },
    async abandon(): Promise<void> {
      gzip.end();
      await stored;
    },
  };
}
