import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The open sheets by name, each with its subject. */
    sheets?: Record<string, string>;
  }
}

export interface Sheet {
  isOpen: boolean;
  /** The subject that it was opened for. */
  about: string | undefined;
  open(about?: string): void;
  /** Resolves once its entry has left the history, so that the page may then replace its own entry. */
  close(): Promise<void>;
}

type History = ReturnType<typeof useRouter>['history'];

const openSheets = (history: History) => history.location.state.sheets ?? {};

/** A sheet that is closing already must not go back a second time. */
let leaving: Promise<void> | undefined;

function leave(history: History): Promise<void> {
  leaving ??= new Promise<void>((resolve) => {
    const unsubscribe = history.subscribe(() => {
      unsubscribe();
      resolve();
    });
    history.back();
  }).finally(() => {
    leaving = undefined;
  });
  return leaving;
}

/**
 * A sheet as an entry of the history: Back closes it, and returning from a page that it led to opens it again. The
 * name is unique on the page.
 */
export function useSheet(name: string): Sheet {
  const router = useRouter();
  const { history } = router;
  const about = useSyncExternalStore(history.subscribe, () => openSheets(history)[name]);
  return {
    isOpen: about !== undefined,
    about,
    open: (what = '') => {
      const sheets = { ...openSheets(history), [name]: what };
      void router.navigate({ to: '.', search: true, state: (state) => ({ ...state, sheets }), resetScroll: false });
    },
    close: async () => {
      if (openSheets(history)[name] !== undefined) await leave(history);
    },
  };
}
