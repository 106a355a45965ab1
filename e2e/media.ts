import type { Page } from '@playwright/test';

/** Pictures and videos as phones make them, generated in the browser. */
export interface MediaFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture whose left half is red and whose right half is blue. */
export async function makePicture(page: Page, width: number, height: number, type: string): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([w, h, mime]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.fillStyle = 'rgb(220, 30, 30)';
      context.fillRect(0, 0, w / 2, h);
      context.fillStyle = 'rgb(30, 30, 220)';
      context.fillRect(w / 2, 0, w / 2, h);
      return canvas.toDataURL(mime, 0.95).split(',')[1] ?? '';
    },
    [width, height, type] as const,
  );
  return Buffer.from(base64, 'base64');
}

/** A video of one second. */
export async function makeVideo(page: Page): Promise<MediaFile> {
  const base64 = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 120 });
    const context = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let frame = 0; frame < 20; frame += 1) {
      if (context) {
        context.fillStyle = `hsl(${frame * 18} 80% 50%)`;
        context.fillRect(0, 0, 160, 120);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return { name: 'film.webm', mimeType: 'video/webm', buffer: Buffer.from(base64, 'base64') };
}

/** The JPEG with Exif data as of a phone held sideways: an orientation tag and a GPS position. */
export function withMetadata(jpeg: Buffer): Buffer {
  const entry = (tag: number, type: number, count: number, value: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt16BE(tag, 0);
    head.writeUInt16BE(type, 2);
    head.writeUInt32BE(count, 4);
    return Buffer.concat([head, value]);
  };
  const turned = entry(0x0112, 3, 1, Buffer.from([0, 6, 0, 0])); // orientation: rotate by 90° clockwise
  const place = entry(0x8825, 4, 1, Buffer.from([0, 0, 0, 38]));
  const latitude = entry(0x0001, 2, 2, Buffer.from('N\0\0\0'));
  const body = Buffer.concat([
    Buffer.from('MM\0*\0\0\0\x08', 'latin1'),
    Buffer.from([0, 2]),
    turned,
    place,
    Buffer.alloc(4),
    Buffer.from([0, 1]),
    latitude,
    Buffer.alloc(4),
  ]);
  const notes = Buffer.concat([Buffer.from('Exif\0\0'), body]);
  const size = Buffer.alloc(2);
  size.writeUInt16BE(notes.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), size, notes, jpeg.subarray(2)]);
}
