import { useEffect, useState } from 'react';
import { api } from '../../data/api.ts';
import { type Draft, type DraftText, makeDrafts } from './drafts.ts';
import { PictureTooLarge, preparePicture } from './picture.ts';
import { makeFilePoster } from './post-file.ts';
import { isVideo, pictureTooLarge } from './upload.rules.ts';
import { makeUploader, type Upload, type Uploader } from './uploader.ts';

export interface OpenDraft {
  /** The text that was saved when the form was opened. */
  text: DraftText;
  uploader: Uploader;
  openSession(): Promise<void>;
  saveText(text: DraftText): void;
  clear(): Promise<void>;
  /** Makes the next attempt upload the files again: their URLs are no longer valid. */
  clearUploadUrls(): Promise<void>;
}

/** The saved draft about an order or a chair, with its uploads; null while it is loading. */
export function useDraft(accountId: string, about: string, openSession: () => Promise<void>): OpenDraft | null {
  const [open, setOpen] = useState<OpenDraft | null>(null);
  useEffect(() => {
    const drafts = makeDrafts(accountId, about);
    const uploader = makeUploader({
      prepare,
      post: makeFilePoster(openSession),
      persist: (upload) => void drafts.saveFile(toStored(upload)),
      discard: (id, url) => {
        void drafts.removeFile(id);
        // The server deletes the rest after a day.
        if (url) void api.uploads.remove({ url }, { quiet: true }).catch(() => {});
      },
    });
    let unmounted = false;
    void drafts.load().then((draft) => {
      if (unmounted) return;
      uploader.add((draft?.files ?? []).map(fromStored));
      setOpen({
        text: draft?.text ?? { problem: '', description: '' },
        uploader,
        openSession,
        saveText: (text) => void drafts.saveText(text),
        clear: drafts.clear,
        async clearUploadUrls() {
          for (const { id, file, prepared } of uploader.uploads()) await drafts.saveFile({ id, file, prepared });
        },
      });
    });
    window.addEventListener('online', uploader.retryLost);
    return () => {
      unmounted = true;
      window.removeEventListener('online', uploader.retryLost);
      uploader.stop();
    };
  }, [accountId, about, openSession]);
  return open;
}

async function prepare(file: File): Promise<File> {
  const ready = await preparePicture(file);
  if (!isVideo(ready) && pictureTooLarge(ready.size)) throw new PictureTooLarge();
  return ready;
}

const fromStored = ({ id, file, prepared, url }: Draft['files'][number]): Upload => ({
  id,
  file,
  prepared,
  state: url === undefined ? { kind: 'waiting' } : { kind: 'done', url },
});

const toStored = ({ id, file, prepared, state }: Upload): Draft['files'][number] => ({
  id,
  file,
  prepared,
  ...(state.kind === 'done' ? { url: state.url, uploadedAt: Date.now() } : {}),
});
