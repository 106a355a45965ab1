/** The text of a feedback draft, stored in the browser until it is sent; its files are stored separately. */
export interface DraftText {
  problem: string;
  description: string;
}

export interface DraftFile {
  id: string;
  file: File;
  prepared: boolean;
  /** Its URL once it is uploaded, and the time of the upload. */
  url?: string;
  uploadedAt?: number;
}

export interface Draft {
  text: DraftText;
  files: DraftFile[];
}

/** The file host deletes unused files after a day. */
const urlLifetimeMs = 20 * 3600_000;
const draftLifetimeMs = 7 * 24 * 3600_000;

type Stored<T> = T & { savedAt: number };

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('recline', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('texts');
      request.result.createObjectStore('files');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Runs one IndexedDB request. Without IndexedDB (private mode) a draft lives as long as its page. */
async function runInStore<T>(
  store: 'texts' | 'files',
  step: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await open();
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(store, 'readwrite');
      const request = step(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    }).finally(() => database.close());
  } catch {
    return undefined;
  }
}

/** Deletes drafts of any account that are older than a week. */
const deleteExpired = (name: 'texts' | 'files', now: number) =>
  runInStore(name, (store) => {
    const request = store.openCursor();
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return;
      if (now - (cursor.value as Stored<object>).savedAt > draftLifetimeMs) cursor.delete();
      cursor.continue();
    };
    return request;
  });

/** A draft belongs to one account and one subject; other accounts in this browser do not see it. */
export function makeDrafts(accountId: string, about: string) {
  const key = [accountId, about];
  const filesOfDraft = IDBKeyRange.bound([...key, ''], [...key, '\uffff']);

  return {
    async load(): Promise<Draft | undefined> {
      const now = Date.now();
      await Promise.all([deleteExpired('texts', now), deleteExpired('files', now)]);
      const text = await runInStore<Stored<DraftText> | undefined>('texts', (store) => store.get(key));
      const files = (await runInStore<Stored<DraftFile>[]>('files', (store) => store.getAll(filesOfDraft))) ?? [];
      if (!text && files.length === 0) return undefined;
      return { text: text ?? { problem: '', description: '' }, files: files.map((file) => withFreshUrl(file, now)) };
    },
    saveText: (text: DraftText) => runInStore('texts', (store) => store.put({ ...text, savedAt: Date.now() }, key)),
    saveFile: (file: DraftFile) =>
      runInStore('files', (store) => store.put({ ...file, savedAt: Date.now() }, [...key, file.id])),
    removeFile: (id: string) => runInStore('files', (store) => store.delete([...key, id])),
    async clear(): Promise<void> {
      await runInStore('texts', (store) => store.delete(key));
      await runInStore('files', (store) => store.delete(filesOfDraft));
    },
  };
}

/** A file that was uploaded too long ago is uploaded again. */
const withFreshUrl = ({ url, uploadedAt = 0, ...file }: DraftFile, now: number): DraftFile =>
  url !== undefined && now - uploadedAt < urlLifetimeMs ? { ...file, url, uploadedAt } : file;
