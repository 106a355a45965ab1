import { asJpegName, carriesNotes, fitInto, typeOf } from './upload.rules.ts';

/** Pictures larger than this on either count are scaled down before they are sent. */
const side = 2048;
const largeBytes = 1_500_000;
const quality = 0.85;

export class UnreadablePicture extends Error {}
export class PictureTooLarge extends Error {}

/**
 * A picture as it goes up: scaled down where it is large, and drawn anew where it carries notes, which
 * turns it upright and leaves out where it was taken. Anything else stays byte for byte as it is.
 */
export async function preparePicture(file: File): Promise<File> {
  const type = typeOf(file);
  if (!type.startsWith('image/') || type === 'image/gif') return file;
  const notes = carriesNotes(new Uint8Array(await file.arrayBuffer()));
  const foreign = type === 'image/heic' || type === 'image/heif'; // few browsers show it
  if (!notes && !foreign && file.size <= largeBytes) return file;
  const drawn = await drawAnew(file);
  return !notes && !foreign && drawn.size >= file.size ? file : drawn;
}

async function drawAnew(file: File): Promise<File> {
  const image = new Image();
  const url = URL.createObjectURL(file);
  try {
    image.src = url;
    await image.decode();
    // The browser has turned it upright already: width and height are those that one sees.
    const { width, height } = fitInto(image.naturalWidth, image.naturalHeight, side);
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (!blob) throw new UnreadablePicture();
    return new File([blob], asJpegName(file.name), { type: 'image/jpeg' });
  } catch {
    throw new UnreadablePicture();
  } finally {
    URL.revokeObjectURL(url);
  }
}
