import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Of a gzip file: deflate, no name, no time, no operating system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const trailerBytes = 8;

/** A gzip file in two parts: the first is the same for all texts that begin alike. */
export interface GzipAfter {
  head: Buffer;
  tail(rest: string): Buffer;
}

/**
 * Gzips texts that begin alike: the beginning is compressed once, and only the rest for each of them. The blocks of the
 * one may follow those of the other in one gzip file.
 */
export function gzipAfter(beginning: string): GzipAfter {
  const known = Buffer.from(beginning);
  const packed = deflateRawSync(known, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  const knownSum = crc32(known);
  return {
    head: Buffer.concat([header, packed]),
    tail(rest) {
      const bytes = Buffer.from(rest);
      const trailer = Buffer.alloc(trailerBytes);
      trailer.writeUInt32LE(crc32(bytes, knownSum));
      trailer.writeUInt32LE(known.length + bytes.length, 4);
      return Buffer.concat([deflateRawSync(bytes), trailer]);
    },
  };
}
