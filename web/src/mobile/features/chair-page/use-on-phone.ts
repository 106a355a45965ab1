import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** What only the phone knows, once the page is hydrated; the server renders for an unknown visitor. */
export const useOnPhone = <T>(read: () => T, onServer: T): T => useSyncExternalStore(never, read, () => onServer);
