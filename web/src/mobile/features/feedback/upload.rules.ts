import { limits } from '@recline/contract/limits';

/** What the picker offers and the file host accepts. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic', 'image/heif'];
export const videoTypes = ['video/mp4', 'video/quicktime', 'video/webm', 'video/x-m4v'];

const typesByExtension: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  heif: 'image/heif',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
};

interface Named {
  name: string;
  type: string;
  size: number;
}

/** Some phones report no type; then the file extension decides. */
export function typeOf({ name, type }: Pick<Named, 'name' | 'type'>): string {
  return type || (typesByExtension[name.split('.').pop()?.toLowerCase() ?? ''] ?? '');
}

export const isVideo = (file: Pick<Named, 'name' | 'type'>): boolean => typeOf(file).startsWith('video/');

export type Refusal = 'type' | 'videoSize' | 'pictureSize' | 'empty';

/** Why a file cannot be uploaded, checked before the upload. The size of a picture is checked after scaling. */
export function refusalOf(file: Named): Refusal | undefined {
  const type = typeOf(file);
  if (file.size === 0) return 'empty';
  if (videoTypes.includes(type)) return file.size > limits.videoBytes ? 'videoSize' : undefined;
  return pictureTypes.includes(type) ? undefined : 'type';
}

export const pictureTooLarge = (size: number): boolean => size > limits.pictureBytes;

/** The files up to the limit, and how many were left out. */
export function takeUpToLimit<F>(files: readonly F[], present: number): { taken: F[]; left: number } {
  const taken = files.slice(0, Math.max(0, limits.feedbackFiles - present));
  return { taken, left: files.length - taken.length };
}

/** The original name with a timestamp before the extension, and without characters that are special in a URL. */
export function uploadName(name: string, now: Date): string {
  const plain = [...name].map((sign) => (/[\\/#?%:*"<>|\p{Cc}]/u.test(sign) ? '_' : sign)).join('');
  const dot = plain.lastIndexOf('.');
  const [base, extension] = dot > 0 ? [plain.slice(0, dot), plain.slice(dot)] : [plain, ''];
  return `${base.slice(0, 80)}${now.getTime()}${extension.slice(0, 10)}`;
}

/** A re-encoded picture is a JPEG. */
export const asJpegName = (name: string): string => `${name.replace(/\.[^.]*$/, '')}.jpg`;

/** Scales down to fit into a square, keeping the aspect ratio. */
export function fitInto(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const metadataMarkers = ['Exif\0\0', 'EXIF', 'eXIf', 'http://ns.adobe.com/xap/', 'XMP ', 'iTXt', 'Photoshop 3.0'];

/** Whether a picture contains metadata, which may include a GPS position. */
export function hasMetadata(bytes: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(bytes);
  return metadataMarkers.some((marker) => text.includes(marker));
}
