import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { useCli } from '../testing/cli.ts';

const publicUrl = 'https://chairs.example.com';
const cli = useCli({ PUBLIC_URL: `${publicUrl}/` });
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-labels-'));
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(await readFile(wasm)).buffer } });
});
afterAll(() => rm(folder, { recursive: true }));

const size = { width: 1190, height: 1684 }; // A4 at two pixels a point

/** Renders the filled rectangles of a page. */
function paint(content: string): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(size.width * size.height * 4).fill(255);
  for (const [, ...numbers] of content.matchAll(/^(\S+) (\S+) (\S+) (\S+) re$/gm)) {
    const [x = 0, y = 0, width = 0, height = 0] = numbers.map((number) => Number(number) * 2);
    for (let row = Math.round(y); row < Math.round(y + height); row += 1) {
      for (let column = Math.round(x); column < Math.round(x + width); column += 1) {
        pixels.fill(0, (row * size.width + column) * 4, (row * size.width + column) * 4 + 3);
      }
    }
  }
  return pixels;
}

function pagesOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/\/Filter \/FlateDecode\n>>\nstream\n([\s\S]*?)\nendstream/g)];
  return streams
    .map(([, bytes]) => inflateSync(Buffer.from(bytes ?? '', 'latin1')).toString('latin1'))
    .filter((content) => content.includes(' re\n'));
}

async function codesOn(content: string): Promise<string[]> {
  const image = { ...size, data: paint(content), colorSpace: 'srgb' };
  const found = await readBarcodes(image, { formats: ['QRCode'], maxNumberOfSymbols: 20 });
  return found.map(({ text }) => text).sort();
}

const labelsFor = async (...words: string[]) => {
  const out = join(folder, 'labels.pdf');
  const { code, stderr } = await cli.run('device', 'labels', ...words, '--out', out);
  expect([code, stderr]).toEqual([0, '']);
  return pagesOf(await readFile(out));
};
const urlOf = (deviceId: string) => `${publicUrl}/pages/index/index?deviceId=${deviceId}`;

it('every sticker on every page encodes the address that the index page accepts', async () => {
  const place = '--address A --latitude 1 --longitude 1 --currency CNY --zone Asia/Shanghai'.split(' ');
  for (const name of ['万象城 L3', 'Suria']) await cli.run('outlet', 'add', '--name', name, ...place);
  const ids = Array.from({ length: 13 }, (_, index) => `L-${String(index).padStart(2, '0')}_x`);
  for (const id of ids) await cli.run('device', 'add', '--id', id, '--outlet', '1');
  await cli.run('device', 'add', '--id', 'OTHER', '--outlet', '2');

  const pages = await labelsFor('--outlet', '1');
  const codes = await Promise.all(pages.map(codesOn));
  expect(codes.map((page) => page.length)).toEqual([12, 1]);
  expect(codes.flat()).toEqual(ids.map(urlOf));
});

it('one chair has one sticker, and a retired one none', async () => {
  expect(await Promise.all((await labelsFor('--device', 'OTHER')).map(codesOn))).toEqual([[urlOf('OTHER')]]);
  await cli.run('device', 'retire', 'OTHER');
  const { code } = await cli.run('device', 'labels', '--outlet', '2', '--out', join(folder, 'none.pdf'));
  expect(code).toBe(4);
});
