/** What somebody wrote and chose for an order, kept in the browser until it is sent: text here, files beside it. */
export interface DraftText {
  problem: string;
  description: string;
}

export interface DraftFile {
  id: string;
  file: File;
  prepared: boolean;
  /** Where it is, once it went up, and since when. */
  url?: string;
  uploadedAt?: number;
}

export interface Draft {
  text: DraftText;
  files: DraftFile[];
}

/** The file host forgets files that nobody used within a day. */
const urlLifetime = 20 * 3600_000;
const draftLifetime = 7 * 24 * 3600_000;

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

/** Runs one step in the database. Where the browser has none (private mode), a draft lives as long as its page. */
async function use<T>(
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

/** Drafts that nobody came back to within a week go, whoever's they were. */
const forgetOld = (name: 'texts' | 'files', now: number) =>
  use(name, (store) => {
    const request = store.openCursor();
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return;
      if (now - (cursor.value as Stored<object>).savedAt > draftLifetime) cursor.delete();
      cursor.continue();
    };
    return request;
  });

/** A draft belongs to one account and one order: nobody else who uses this browser meets it. */
export function makeDrafts(accountId: string, orderId: string) {
  const key = [accountId, orderId];
  const filesOfDraft = IDBKeyRange.bound([...key, ''], [...key, '\uffff']);

  return {
    async load(): Promise<Draft | undefined> {
      const now = Date.now();
      await Promise.all([forgetOld('texts', now), forgetOld('files', now)]);
      const text = await use<Stored<DraftText> | undefined>('texts', (store) => store.get(key));
      const files = (await use<Stored<DraftFile>[]>('files', (store) => store.getAll(filesOfDraft))) ?? [];
      if (!text && files.length === 0) return undefined;
      return { text: text ?? { problem: '', description: '' }, files: files.map((file) => stillThere(file, now)) };
    },
    saveText: (text: DraftText) => use('texts', (store) => store.put({ ...text, savedAt: Date.now() }, key)),
    saveFile: (file: DraftFile) =>
      use('files', (store) => store.put({ ...file, savedAt: Date.now() }, [...key, file.id])),
    removeFile: (id: string) => use('files', (store) => store.delete([...key, id])),
    async clear(): Promise<void> {
      await use('texts', (store) => store.delete(key));
      await use('files', (store) => store.delete(filesOfDraft));
    },
  };
}

/** A file that went up too long ago is sent again. */
const stillThere = ({ url, uploadedAt = 0, ...file }: DraftFile, now: number): DraftFile =>
  url !== undefined && now - uploadedAt < urlLifetime ? { ...file, url, uploadedAt } : file;
