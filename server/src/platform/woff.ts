import { inflateSync } from 'node:zlib';

interface Entry {
  tag: number;
  checksum: number;
  data: Buffer;
}

const woffHeader = 44;
const woffEntry = 20;
const sfntHeader = 12;
const sfntEntry = 16;
const padded = (length: number) => (length + 3) & ~3;

/**
 * Unpacks a WOFF font. The PDF library reads WOFF too, but decompresses a whole table for every glyph, so that a page
 * of labels took half a minute.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF font');
  const entries = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => readEntry(woff, index));
  const tables = sfntHeader + entries.length * sfntEntry;
  const font = Buffer.alloc(entries.reduce((sum, { data }) => sum + padded(data.length), tables));
  const power = 2 ** Math.floor(Math.log2(entries.length));
  font.writeUInt32BE(woff.readUInt32BE(4), 0);
  [entries.length, power * 16, Math.log2(power), (entries.length - power) * 16].forEach((value, index) => {
    font.writeUInt16BE(value, 4 + index * 2);
  });
  let offset = tables;
  entries.forEach(({ tag, checksum, data }, index) => {
    [tag, checksum, offset, data.length].forEach((value, field) => {
      font.writeUInt32BE(value, sfntHeader + index * sfntEntry + field * 4);
    });
    data.copy(font, offset);
    offset += padded(data.length);
  });
  return font;
}

function readEntry(woff: Buffer, index: number): Entry {
  const at = (field: number) => woff.readUInt32BE(woffHeader + index * woffEntry + field * 4);
  const [tag, offset, packed, length, checksum] = [at(0), at(1), at(2), at(3), at(4)];
  const bytes = woff.subarray(offset, offset + packed);
  return { tag, checksum, data: packed < length ? inflateSync(bytes) : bytes };
}
