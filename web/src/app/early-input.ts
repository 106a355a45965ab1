declare global {
  interface Window {
    /** Kept by the script in the page's head until the app takes over: ids tapped, and forms submitted. */
    early?: { taps: string[]; submits: string[] };
  }
}

/** Does what was tapped and sent before the page could act on it. What was typed is still in the fields. */
export function takeOverEarlyInput(): void {
  const early = window.early;
  if (!early) return;
  delete window.early;
  for (const id of early.taps) document.getElementById(id)?.click();
  const submitted = early.submits.at(-1);
  const form = submitted ? document.getElementById(submitted) : null;
  if (form instanceof HTMLFormElement) form.requestSubmit();
}
