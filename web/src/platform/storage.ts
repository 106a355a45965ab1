/** Every key in local and session storage. */
export const keys = {
  token: 'Access-Token',
  device: 'DEVICEID',
  /** Who used this phone last: a manager or a guest. */
  role: 'role',
  /** The token of a session whose user a wallet has confirmed. */
  walletToken: 'walletToken',
  /** Set in a tab in which a wallet could not say who its user is. */
  walletFailed: 'walletFailed',
  /** The payment that goes on when the wallet has sent the payer back. */
  walletPayment: 'walletPayment',
  /** Set while this phone's guest has no number. */
  withoutNumber: 'withoutNumber',
  locale: 'locale',
  theme: 'theme',
  /** A manager's choices: the period to compare with, the order of the ranking, the kind of order chart. */
  baseline: 'baseline',
  ranking: 'ranking',
  orderChart: 'orderChart',
  /** The page to return to after login. */
  returnTo: 'returnTo',
  /** A message to show on the next page, across a full page load. */
  notice: 'notice',
  /** The persisted query results of this session, for times without a network. */
  figures: 'figures',
  /** When this tab last reloaded itself for a new release. */
  reloadedAt: 'reloadedAt',
  /** The start whose outcome is unknown, with its request id. */
  startRequest: 'startRequest',
} as const;
export type StorageKey = (typeof keys)[keyof typeof keys];

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

/** Local storage: kept between visits, shared by all tabs. */
export const local = makeStore(() => globalThis.localStorage);
/** Session storage: for this tab only. */
export const tab = makeStore(() => globalThis.sessionStorage);
