/**
 * The number of pixels of a picture, by its first bytes: a few kilobytes can decompress to gigapixels in the browser
 * that shows them. Undefined if these bytes do not contain it.
 */
export function pixelsOf(head: Buffer): number | undefined {
  if (head.length < 30) return undefined;
  const signature = head.toString('latin1', 0, 12);
  if (signature.startsWith('\x89PNG')) return head.readUInt32BE(16) * head.readUInt32BE(20);
  if (signature.startsWith('GIF8')) return head.readUInt16LE(6) * head.readUInt16LE(8);
  if (signature.startsWith('RIFF') && signature.endsWith('WEBP')) return webpPixels(head);
  if (/ftyp(?:hei[cx]|hev[cx]|mif1|msf1)$/.test(signature)) return heicPixels(head);
  return head.readUInt16BE(0) === 0xffd8 ? jpegPixels(head) : undefined;
}

/** The largest of the sizes in the file: of the picture, its tiles and its preview. */
function heicPixels(head: Buffer): number | undefined {
  let pixels: number | undefined;
  for (let at = head.indexOf('ispe'); at >= 0 && at + 16 <= head.length; at = head.indexOf('ispe', at + 4)) {
    pixels = Math.max(pixels ?? 0, head.readUInt32BE(at + 8) * head.readUInt32BE(at + 12));
  }
  return pixels;
}

function webpPixels(head: Buffer): number | undefined {
  const kind = head.toString('latin1', 12, 16);
  if (kind === 'VP8X') return (head.readUIntLE(24, 3) + 1) * (head.readUIntLE(27, 3) + 1);
  if (kind === 'VP8 ') return (head.readUInt16LE(26) & 0x3fff) * (head.readUInt16LE(28) & 0x3fff);
  if (kind !== 'VP8L') return undefined;
  const bits = head.readUInt32LE(21);
  return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1);
}

const jpegPixels = (head: Buffer): number | undefined => makeJpegMeter()(head);

/** Marker, length, precision, height and width of a frame header. */
const frameHeadBytes = 9;
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const endsHeaders = [0xd9, 0xda];

/**
 * Walks the segments of a JPEG, which arrives in pieces, up to the frame header with the size; any amount of other data
 * may precede it. Returns the pixels once, for the piece that contains the size.
 */
export function makeJpegMeter(): (piece: Buffer) => number | undefined {
  let kept: Buffer = Buffer.alloc(0);
  let toSkip = 2; // the magic number of a JPEG
  let done = false;
  return (piece) => {
    const data = kept.length > 0 ? Buffer.concat([kept, piece]) : piece;
    let at = 0;
    while (!done) {
      at += toSkip;
      toSkip = Math.max(0, at - data.length);
      kept = data.subarray(Math.min(at, data.length));
      if (kept.length < frameHeadBytes) return undefined;
      const marker = kept[1] ?? 0;
      done = kept[0] !== 0xff || isFrame(marker) || endsHeaders.includes(marker);
      if (done) return kept[0] === 0xff && isFrame(marker) ? kept.readUInt16BE(5) * kept.readUInt16BE(7) : undefined;
      toSkip = marker === 0xff ? 1 : 2 + Math.max(2, kept.readUInt16BE(2)); // a marker may be preceded by fill bytes
    }
    return undefined;
  };
}
