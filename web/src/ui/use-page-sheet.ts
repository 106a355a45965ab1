import { useSyncExternalStore } from 'react';

/** A sheet of a page without the router, as `useSheet` is one of the app: Back closes it. */
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

const openSheet = (): string | null => (history.state as { sheet?: string } | null)?.sheet ?? null;

/** One sheet at a time: its name is the state of its own history entry. */
export function usePageSheet(name: string): PageSheet {
  const isOpen = useSyncExternalStore(subscribe, openSheet, () => null) === name;
  return {
    isOpen,
    open: () => {
      if (openSheet() === name) return;
      history.pushState({ sheet: name }, '');
      for (const listener of listeners) listener();
    },
    close: () =>
      new Promise((resolve) => {
        if (openSheet() !== name) return resolve();
        window.addEventListener('popstate', () => resolve(), { once: true });
        history.back();
      }),
  };
}
