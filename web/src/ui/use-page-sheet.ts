import { useSyncExternalStore } from 'react';

/** The counterpart of `useSheet` for a page without the router: Back closes the sheet. */
interface PageSheet {
  isOpen: boolean;
  open(): void;
  /** Resolves once its entry has left the history. */
  close(): Promise<void>;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

interface SheetState {
  /** The open sheets by name, each above the previous one. */
  pageSheets?: readonly string[];
}

const openSheets = (): readonly string[] => (history.state as SheetState | null)?.pageSheets ?? [];
const isTop = (name: string) => openSheets()[openSheets().length - 1] === name;

/** Each sheet that is open has its own history entry. The name is unique on the page. */
export function usePageSheet(name: string): PageSheet {
  const isOpen = useSyncExternalStore(
    subscribe,
    () => openSheets().includes(name),
    () => false,
  );
  return {
    isOpen,
    open: () => {
      if (isTop(name)) return;
      history.pushState({ ...(history.state as object | null), pageSheets: [...openSheets(), name] }, '');
      for (const listener of listeners) listener();
    },
    close: () =>
      new Promise((resolve) => {
        if (!isTop(name)) return resolve();
        window.addEventListener('popstate', () => resolve(), { once: true });
        history.back();
      }),
  };
}
