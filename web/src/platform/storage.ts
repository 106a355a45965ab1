/** Every key the app keeps in the browser, by what it means. */
export const keys = {
  token: 'Access-Token',
  device: 'DEVICEID',
  locale: 'locale',
  theme: 'theme',
  /** The page someone was sent to login from. */
  returnTo: 'returnTo',
  /** A message to show on the next page, across a full page load. */
  notice: 'notice',
  /** The last figures of this session, for times without a network. */
  figures: 'figures',
  /** When this tab last reloaded itself to pick up a new release. */
  reloadedAt: 'reloadedAt',
  /** The start that was asked for and has not been answered, with its request id. */
  startRequest: 'startRequest',
  /** The order that awaits payment, with the address at which to pay. */
  payment: 'payment',
} as const;
type StorageKey = (typeof keys)[keyof typeof keys];

export interface Store {
  get(key: StorageKey): string | null;
  set(key: StorageKey, value: string): void;
  remove(key: StorageKey): void;
}

/** Storage may be denied (private mode, embedded views): then values live as long as the page. */
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
    get: (key) => attempt((storage) => storage.getItem(key), null) ?? memory.get(key) ?? null,
    set(key, value) {
      const kept = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false);
      if (!kept) memory.set(key, value);
    },
    remove(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
  };
}

/** Kept between visits and shared by the browser's tabs. */
export const local = makeStore(() => globalThis.localStorage);
/** Kept for this tab only. */
export const tab = makeStore(() => globalThis.sessionStorage);
