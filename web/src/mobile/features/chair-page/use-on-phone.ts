import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Facts that only the phone knows, available after hydration; the server renders for an unknown visitor. */
export const useOnPhone = <T>(read: () => T, onServer: T): T => useSyncExternalStore(never, read, () => onServer);
