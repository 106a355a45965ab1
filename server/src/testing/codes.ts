import QRCode from 'qrcode';

/** A code as a picture. */
export const codePng = (text: string): Promise<Buffer> => QRCode.toBuffer(text, { scale: 6, margin: 4 });

const [width, height] = [640, 480];
const [white, black, noColour] = [235, 16, 128];

/** A short uncompressed film (YUV4MPEG2) of a code before a still camera. */
export function codeFilm(text: string): Buffer {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const scale = Math.floor((height * 0.6) / modules.size);
  const [left, top] = [width, height].map((side) => Math.floor((side - scale * modules.size) / 2)) as [number, number];
  const light = Buffer.alloc(width * height, white);
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue;
      for (let line = 0; line < scale; line += 1) {
        const start = (top + row * scale + line) * width + left + column * scale;
        light.fill(black, start, start + scale);
      }
    }
  }
  const frame = [Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, noColour)];
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), ...frame, ...frame]);
}
