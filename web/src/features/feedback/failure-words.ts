import type { Texts } from '../../../locales/index.ts';
import { PictureTooLarge, UnreadablePicture } from './picture.ts';
import { UploadError } from './upload-error.ts';
import type { Upload } from './uploader.ts';

/** Which files did not go up, and why, in the language of the page. */
export function failureWords(uploads: readonly Upload[], t: Texts): string {
  return uploads
    .flatMap(({ file, state }) => (state.kind === 'failed' ? [`${file.name}: ${wordsFor(state.error, t)}`] : []))
    .join('; ');
}

function wordsFor(error: unknown, t: Texts): string {
  if (error instanceof UnreadablePicture) return t.feedback.unreadable;
  if (error instanceof PictureTooLarge) return t.feedback.refusals.pictureSize;
  return (error instanceof UploadError && error.message) || t.feedback.uploadFailed;
}
