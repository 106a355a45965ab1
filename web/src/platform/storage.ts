export interface Store {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** If storage is denied (private mode, embedded views), values live as long as the page. */
export function makeStore(open: () => Storage | undefined): Store {
  const memory = new Map<string, string>();
  const attempt = <T>(use: (storage: Storage) => T, otherwise: T): T => {
    try {
      const storage = open();
      return storage ? use(storage) : otherwise;
    } catch {
      return otherwise;
    }
  };
  return {
    // What could not be stored is newer than what was.
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    set(key, value) {
      const kept = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false);
      if (kept) memory.delete(key);
      else memory.set(key, value);
    },
    remove(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
  };
}

const local = makeStore(() => globalThis.localStorage);
const tab = makeStore(() => globalThis.sessionStorage);

/** One value of the browser's storage. Its owner creates it once; no other code uses the key. */
export interface StoredValue {
  get(): string | null;
  set(value: string): void;
  remove(): void;
}

const storedValue = (store: Store, key: string): StoredValue => ({
  get: () => store.get(key),
  set: (value) => store.set(key, value),
  remove: () => store.remove(key),
});

/** In local storage: kept between visits, shared by all tabs. */
export const localValue = (key: string): StoredValue => storedValue(local, key);
/** In session storage: for this tab only. */
export const tabValue = (key: string): StoredValue => storedValue(tab, key);
