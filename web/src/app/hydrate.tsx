import { type ReactNode, StrictMode, useEffect } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { onApiError } from '../platform/api.ts';
import { documentLanguage, storeLanguage, wantedLanguage } from '../platform/language.ts';
import { changeLanguage, initLanguage, type TextScope } from '../platform/language-store.ts';
import { toast } from '../platform/toast.ts';
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

/**
 * Takes over a page that was rendered ahead. What was typed or tapped before is kept and acted on. The server chose the
 * language by a cookie; where that was lost, the stored language replaces it. What replaced the page meanwhile
 * is replaced by it again.
 */
export async function hydratePage(
  container: HTMLElement,
  texts: TextScope,
  page: ReactNode,
  replaced?: Root,
): Promise<Root> {
  const [shown, wanted] = [documentLanguage(), wantedLanguage()];
  await initLanguage(shown, texts);
  onApiError((error) => error.kind !== 'answer' && toast(error.message));
  const content = (
    <StrictMode>
      <LanguageProvider>
        <Hydrated>{page}</Hydrated>
      </LanguageProvider>
    </StrictMode>
  );
  replaced?.render(content);
  const root = replaced ?? hydrateRoot(container, content);
  if (wanted === shown) storeLanguage(shown);
  else await changeLanguage(wanted);
  return root;
}
