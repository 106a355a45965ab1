import { constants, crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';
import { atMost } from '../at-most.ts';

/** The header of a gzip file: deflate, no name, no time, no operating system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty final block, which ends deflated data. */
const lastBlock = Buffer.from([3, 0]);
const trailerBytes = 8;

/** A gzip file in two parts: the first is the same for all texts that begin alike. */
export interface GzipAfter {
  head: Buffer;
  tail(rest: string): Promise<Buffer>;
}

/**
 * Gzips texts that begin alike: the beginning is compressed once, and only the rest for each of them. The blocks of
 * both can be concatenated in one gzip file.
 */
export function gzipAfter(beginning: string): GzipAfter {
  const known = Buffer.from(beginning);
  const packed = deflateRawSync(known, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  const knownSum = crc32(known);
  return {
    head: Buffer.concat([header, packed]),
    async tail(rest) {
      const bytes = Buffer.from(rest);
      const trailer = Buffer.alloc(trailerBytes);
      trailer.writeUInt32LE(crc32(bytes, knownSum));
      trailer.writeUInt32LE(known.length + bytes.length, 4);
      return joined([...(await deflate(bytes)), lastBlock, trailer]);
    },
  };
}

const deflate = makeDeflater();

/**
 * Compresses all texts with a single zlib stream, one at a time: Node frees the memory of a zlib stream only in a full
 * garbage collection. The full flush after each text resets the stream, so that no text refers to an earlier one.
 */
function makeDeflater(): (bytes: Buffer) => Promise<Buffer[]> {
  const stream = createDeflateRaw({ flush: constants.Z_FULL_FLUSH });
  const oneAtATime = atMost(1);
  let chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));

  const compress = (bytes: Buffer) =>
    new Promise<Buffer[]>((resolve, reject) => {
      chunks = [];
      stream.write(bytes, (error) => (error ? reject(error) : resolve(chunks)));
    });

  return (bytes) => oneAtATime(() => compress(bytes));
}

/** Outside of Node's buffer pool: a small buffer from the pool would keep all 64 KB of it in memory. */
function joined(parts: readonly Buffer[]): Buffer {
  const whole = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) at += part.copy(whole, at);
  return whole;
}
