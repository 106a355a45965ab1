import { type ReactNode, StrictMode, useEffect } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { LanguageProvider } from './language-provider.tsx';

declare global {
  interface Window {
    /** Recorded by the page's inline script until it is hydrated. */
    early?: Pick<Event, 'type' | 'target'>[];
  }
}

/** Makes the browser and React treat the recorded event as new. Typed text is still in the fields. */
function replay({ type, target }: Pick<Event, 'type' | 'target'>): void {
  if (target instanceof HTMLFormElement) target.requestSubmit();
  else if (target instanceof HTMLInputElement) {
    // React took the choice for the initial state; only a change of it counts as one.
    target.checked = false;
    target.click();
  } else if (type === 'change') target?.dispatchEvent(new Event('change', { bubbles: true }));
  else if (target instanceof HTMLElement) target.click();
}

function replayEarlyInput(): void {
  const early = window.early ?? [];
  delete window.early;
  for (const event of early) replay(event);
}

function Hydrated({ children }: { children: ReactNode }) {
  useEffect(replayEarlyInput, []);
  return children;
}

/** Takes over a page that was rendered ahead. What was typed or tapped before is kept and acted on. */
export const hydratePage = (container: HTMLElement, page: ReactNode): Root =>
  hydrateRoot(
    container,
    <StrictMode>
      <LanguageProvider>
        <Hydrated>{page}</Hydrated>
      </LanguageProvider>
    </StrictMode>,
  );
