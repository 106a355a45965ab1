import { limits } from '@recline/contract/limits';
import { fileTypeFromBuffer } from 'file-type';
import { pixelsOf } from './pixels.rules.ts';
import { safeType } from './uploads.rules.ts';

/** Bytes from which the type of a file is recognised. */
export const headBytes = 4100;

/** The type that a file may be served as, by its first bytes; undefined for types that are not accepted. */
export async function recogniseType(head: Buffer): Promise<string | undefined> {
  const tooMany = (pixelsOf(head) ?? 0) > limits.picturePixels;
  return tooMany ? undefined : safeType((await fileTypeFromBuffer(head))?.mime);
}
