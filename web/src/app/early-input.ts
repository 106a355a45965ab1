declare global {
  interface Window {
    /** Recorded by the inline script until the app is loaded: ids of tapped buttons and submitted forms. */
    early?: { taps: string[]; submits: string[] };
  }
}

/** Replays taps and submits from before the scripts loaded. Typed text is still in the fields. */
export function replayEarlyInput(): void {
  const early = window.early;
  if (!early) return;
  delete window.early;
  for (const id of early.taps) document.getElementById(id)?.click();
  const submitted = early.submits.at(-1);
  const form = submitted ? document.getElementById(submitted) : null;
  if (form instanceof HTMLFormElement) form.requestSubmit();
}
