declare global {
  interface Window {
    /** Defined by an inline script: shows the notice that the page failed. */
    pageFailed: () => void;
  }
}

/** The page works: from here on the app reports its failures itself. */
export function removeFailureNotice(): void {
  document.getElementById('page-failed')?.remove();
  document.documentElement.classList.remove('scripts-failed');
}

/** For an error that keeps the page from working: shows the notice, and rethrows the error to the browser's console. */
export function failPage(error: unknown): never {
  window.pageFailed();
  throw error;
}
