import type { AppTexts } from '../../../../locales/index.ts';
import { PictureTooLarge, UnreadablePicture } from './picture.ts';
import { UploadError } from './upload-error.ts';
import type { Upload } from './uploader.ts';

/** The failed uploads with their reasons, in the language of the page. */
export function failureMessages(uploads: readonly Upload[], t: AppTexts): string {
  return uploads
    .flatMap(({ file, state }) => (state.kind === 'failed' ? [`${file.name}: ${messageOf(state.error, t)}`] : []))
    .join('; ');
}

function messageOf(error: unknown, t: AppTexts): string {
  if (error instanceof UnreadablePicture) return t.feedback.unreadable;
  if (error instanceof PictureTooLarge) return t.feedback.refusals.pictureSize;
  return (error instanceof UploadError && error.message) || t.feedback.uploadFailed;
}
