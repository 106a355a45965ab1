import { asJpegName, fitInto, hasMetadata, typeOf } from './upload.rules.ts';

/** Larger pictures, by either limit, are scaled down before the upload. */
const maxSidePx = 2048;
const maxUnscaledBytes = 1_500_000;
const quality = 0.85;

export class UnreadablePicture extends Error {}
export class PictureTooLarge extends Error {}

/**
 * The picture to upload: scaled down if it is large, and re-encoded if it has metadata, which rotates it upright and
 * drops the GPS position. Any other file stays unchanged.
 */
export async function preparePicture(file: File): Promise<File> {
  const type = typeOf(file);
  if (!type.startsWith('image/') || type === 'image/gif') return file;
  const metadata = hasMetadata(new Uint8Array(await file.arrayBuffer()));
  const foreign = type === 'image/heic' || type === 'image/heif'; // few browsers display it
  if (!metadata && !foreign && file.size <= maxUnscaledBytes) return file;
  const drawn = await reencode(file);
  return !metadata && !foreign && drawn.size >= file.size ? file : drawn;
}

async function reencode(file: File): Promise<File> {
  const image = new Image();
  const url = URL.createObjectURL(file);
  try {
    image.src = url;
    await image.decode();
    // The browser has applied the orientation: width and height are those displayed.
    const { width, height } = fitInto(image.naturalWidth, image.naturalHeight, maxSidePx);
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
