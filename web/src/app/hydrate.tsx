import { type ReactNode, StrictMode, useLayoutEffect } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { onApiError } from '../platform/api.ts';
import { documentLanguage, storeLanguage, wantedLanguage } from '../platform/language.ts';
import { changeLanguage, coreTexts, initLanguage, type TextScope } from '../platform/language-store.ts';
import { toast } from '../platform/toast.ts';
import { LanguageProvider } from './language-provider.tsx';

interface EarlyInput {
  /** The form that was submitted, or the control that was used. */
  target: HTMLElement;
  /** What was chosen in it. */
  value: string;
}

declare global {
  interface Window {
    /** Recorded by the page's inline script until the page is hydrated. */
    early: EarlyInput[] | undefined;
  }
}

/** Makes the browser and React treat the recorded input as new. Typed text is still in the fields. */
function replay({ target, value }: EarlyInput): void {
  if (target instanceof HTMLFormElement) target.requestSubmit();
  else if (target instanceof HTMLInputElement) {
    // React took the choice for the initial state; only a change of it counts as one.
    target.checked = false;
    target.click();
  } else if (target instanceof HTMLSelectElement) {
    target.value = value; // React has shown its own state since
    target.dispatchEvent(new Event('change', { bubbles: true }));
  } else target.click();
}

/** One after another: what the page's effects and an input change is there for the next one. */
async function replayAll(inputs: readonly EarlyInput[]): Promise<void> {
  for (const input of inputs) {
    await new Promise((resolve) => setTimeout(resolve));
    replay(input);
  }
}

function replayEarlyInput(): void {
  const { early = [] } = window;
  window.early = undefined;
  void replayAll(early);
}

function Hydrated({ children }: { children: ReactNode }) {
  useLayoutEffect(replayEarlyInput, []);
  return children;
}

/**
 * Takes over a page that was rendered ahead. What was typed or tapped before is kept and acted on. The server chose the
 * language by a cookie; if the cookie is gone, the language in local storage is applied.
 */
export async function hydratePage(container: HTMLElement, texts: TextScope, page: ReactNode): Promise<Root> {
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
  const root = hydrateRoot(container, content);
  if (wanted === shown) storeLanguage(shown);
  else await changeLanguage(wanted).catch(() => toast(coreTexts().common.network));
  return root;
}
