import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A ZIP archive written as a stream: sizes follow each file, so none has to be in memory. */

export interface ZipFile {
  name: Buffer;
  chunks: Iterable<Buffer>;
}

interface Entry {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

/** The sizes and the checksum are in a descriptor after the data. */
const flags = 0x08;
const deflated = 8;

export async function* zip(files: ZipFile[]): AsyncIterable<Buffer> {
  const entries: Entry[] = [];
  let offset = 0;
  for (const { name, chunks } of files) {
    const entry: Entry = { name, crc: 0, packed: 0, size: 0, offset };
    const header = record(
      [0x04034b50, 4],
      [20, 2],
      [flags, 2],
      [deflated, 2],
      [0, 4],
      [0, 4],
      [0, 4],
      [0, 4],
      [name.length, 2],
      [0, 2],
    );
    yield Buffer.concat([header, name]);
    for await (const packed of Readable.from(counted(chunks, entry)).pipe(createDeflateRaw({ level: 1 }))) {
      entry.packed += (packed as Buffer).length;
      yield packed as Buffer;
    }
    yield record([0x08074b50, 4], [entry.crc, 4], [entry.packed, 4], [entry.size, 4]);
    offset += header.length + name.length + entry.packed + 16;
    entries.push(entry);
  }
  const directory = Buffer.concat(entries.map(central));
  yield directory;
  const count = entries.length;
  yield record([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [directory.length, 4], [offset, 4], [0, 2]);
}

function* counted(chunks: Iterable<Buffer>, entry: Entry): Iterable<Buffer> {
  for (const chunk of chunks) {
    entry.crc = crc32(chunk, entry.crc);
    entry.size += chunk.length;
    yield chunk;
  }
}

function central({ name, crc, packed, size, offset }: Entry): Buffer {
  const sizes: [number, number][] = [
    [crc, 4],
    [packed, 4],
    [size, 4],
  ];
  const rest: [number, number][] = [
    [name.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [offset, 4],
  ];
  const header = record([0x02014b50, 4], [20, 2], [20, 2], [flags, 2], [deflated, 2], [0, 4], ...sizes, ...rest);
  return Buffer.concat([header, name]);
}

/** Little-endian numbers, each with its width in bytes. */
function record(...fields: [value: number, bytes: number][]): Buffer {
  return Buffer.concat(
    fields.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}
