import { type ReactNode, StrictMode, useLayoutEffect } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { documentLanguage, keepShownLanguage, wantedLanguage } from '../../platform/language.ts';
import { changeLanguage, currentTexts, initLanguage, type TextScope } from '../../platform/language-store.ts';
import { submitForm } from '../../platform/submit-form.ts';
import { toast } from '../../platform/toast.ts';
import { onApiError } from '../data/api.ts';
import { LanguageProvider } from './language-provider.tsx';
import { removeFailureNotice } from './page-failed.ts';

interface EarlyInput {
  /** The form that was submitted, or the control that was used. */
  target: HTMLElement;
  /** The choices in it. */
  value: string;
  /** The tapped element, marked as busy. */
  button: HTMLElement;
}

declare global {
  interface Window {
    /** Recorded by the page's inline script until the page is hydrated. */
    early: EarlyInput[] | undefined;
  }
}

/** Makes the browser and React treat the recorded input as new. Typed text is still in the fields. */
function replay({ target, value }: EarlyInput): void {
  if (target instanceof HTMLFormElement) submitForm(target);
  else if (target instanceof HTMLSelectElement) {
    target.value = value; // React has since rendered its own state
    target.dispatchEvent(new Event('change', { bubbles: true }));
  } else target.click();
}

/** One after another, so that each input sees the changes of the previous one and of the page's effects. */
async function replayAll(inputs: readonly EarlyInput[]): Promise<void> {
  for (const input of inputs) {
    await new Promise((resolve) => setTimeout(resolve));
    replay(input);
  }
}

function takeOver(): void {
  const { early = [] } = window;
  window.early = undefined;
  removeFailureNotice();
  for (const { button } of early) button.removeAttribute('aria-busy');
  void replayAll(early);
}

function Hydrated({ children }: { children: ReactNode }) {
  useLayoutEffect(takeOver, []);
  return children;
}

/**
 * Takes over a page that was rendered ahead. Earlier input is kept and replayed. The server chose the language by a
 * cookie; if the cookie is gone, the language in local storage is applied.
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
  if (wanted === shown) keepShownLanguage(shown);
  else await changeLanguage(wanted).catch(() => toast(currentTexts().common.network));
  return root;
}
