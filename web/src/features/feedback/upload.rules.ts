import { limits } from '@recline/contract/limits';

/** What the picker offers, and what the file host takes. */
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

/** Some phones name no type; the ending of the name then tells. */
export function typeOf({ name, type }: Pick<Named, 'name' | 'type'>): string {
  return type || (typesByExtension[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? '');
}

export const isVideo = (file: Pick<Named, 'name' | 'type'>): boolean => typeOf(file).startsWith('video/');

export type Refusal = 'type' | 'videoSize' | 'pictureSize' | 'empty';

/** Why a file cannot be sent, known before any byte of it is; a picture is judged after it was scaled down. */
export function refusalOf(file: Named): Refusal | undefined {
  const type = typeOf(file);
  if (file.size === 0) return 'empty';
  if (videoTypes.includes(type)) return file.size > limits.videoBytes ? 'videoSize' : undefined;
  return pictureTypes.includes(type) ? undefined : 'type';
}

export const pictureTooLarge = (size: number): boolean => size > limits.pictureBytes;

/** The first files that still fit beside those already there, and how many were left out. */
export function fitting<F>(files: readonly F[], present: number): { taken: F[]; left: number } {
  const taken = files.slice(0, Math.max(0, limits.feedbackFiles - present));
  return { taken, left: files.length - taken.length };
}

/** The original name with the time before its extension, and without what means something else in an address. */
export function uploadName(name: string, now: Date): string {
  const plain = [...name].map((sign) => (/[\\/#?%:*"<>|\p{Cc}]/u.test(sign) ? '_' : sign)).join('');
  const dot = plain.lastIndexOf('.');
  const [base, extension] = dot > 0 ? [plain.slice(0, dot), plain.slice(dot)] : [plain, ''];
  return `${base.slice(0, 80)}${now.getTime()}${extension.slice(0, 10)}`;
}

/** A picture becomes a JPEG when it is drawn anew, and its name says so. */
export const asJpegName = (name: string): string => `${name.replace(/\.[^.]*$/, '')}.jpg`;

/** Width and height that fit into a square, in the same proportion, never larger than they were. */
export function fitInto(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const marks = ['Exif\0\0', 'EXIF', 'eXIf', 'http://ns.adobe.com/xap/', 'XMP ', 'iTXt', 'Photoshop 3.0'];

/** Whether a picture's bytes carry notes beside the picture, which may say where it was taken. */
export function carriesNotes(bytes: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(bytes);
  return marks.some((mark) => text.includes(mark));
}
