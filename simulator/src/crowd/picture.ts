import { crc32, deflateSync } from 'node:zlib';
import { pick } from './pace.ts';

const [width, height] = [240, 180];
const colours = [
  [122, 86, 62],
  [70, 84, 99],
  [96, 110, 84],
] as const;

/** A photograph of a chair's armrest, good enough for a demo: a PNG with a shadow and a stain. */
export function picture(): Uint8Array<ArrayBuffer> {
  const colour = pick(colours) ?? colours[0];
  const stain = { x: width * (0.3 + Math.random() * 0.4), y: height * 0.6, r: 12 + Math.random() * 20 };
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isStained = Math.hypot(x - stain.x, y - stain.y) < stain.r;
      const light = (0.55 + (0.6 * (height - y)) / height) * (isStained ? 0.6 : 1);
      for (const [index, value] of colour.entries())
        rows[y * (1 + width * 3) + 1 + x * 3 + index] = Math.min(255, value * light);
    }
  }
  return new Uint8Array(png(rows));
}

function png(rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8); // 8 bits a channel, red green blue
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')]);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
