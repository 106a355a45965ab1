import { type ComponentType, type ReactNode, StrictMode, useEffect } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { onApiError } from '../platform/api.ts';
import { documentLanguage, storeLanguage, wantedLanguage } from '../platform/language.ts';
import { changeLanguage, initLanguage, type TextScope } from '../platform/language-store.ts';
import { toast } from '../platform/toast.ts';
import { LanguageProvider } from './language-provider.tsx';

interface EarlyInput {
  event: Event;
  /** The control that it is about. */
  target: Element;
}

declare global {
  interface Window {
    /** Recorded by the page's inline script until it is hydrated. */
    early?: EarlyInput[];
  }
}

/** Makes the browser and React treat the recorded event as new. Typed text is still in the fields. */
function replay({ event: { type }, target }: EarlyInput): void {
  if (target instanceof HTMLFormElement) target.requestSubmit();
  else if (target instanceof HTMLInputElement) {
    // React took the choice for the initial state; only a change of it counts as one.
    target.checked = false;
    target.click();
  } else if (type === 'change') target.dispatchEvent(new Event('change', { bubbles: true }));
  else if (target instanceof HTMLElement) target.click();
}

/** Acts on what was recorded in a part of the page, once React has taken that over. An event that made it do so goes on by itself. */
function replayIn(isPart: (target: Element) => boolean): void {
  const isOver = ({ event }: EarlyInput) => event.eventPhase === Event.NONE;
  const inputs = (window.early ?? []).filter((input) => isOver(input) && isPart(input.target));
  for (const input of inputs) replay(input);
}

/** `later`: a part that is taken over later; what happens there goes on being recorded. */
function replayEarlyInput(later: string | undefined): void {
  replayIn((target) => later === undefined || !target.closest(later));
  if (later === undefined) delete window.early;
}

/** A component that React takes over later than the page around it, since its code comes later. */
export function withReplay<P extends object>(Part: ComponentType<P>, later: string): ComponentType<P> {
  return function Replayed(props) {
    useEffect(() => {
      replayIn((target) => target.closest(later) !== null);
      delete window.early;
    }, []);
    return <Part {...props} />;
  };
}

function Hydrated({ later, children }: { later: string | undefined; children: ReactNode }) {
  useEffect(() => replayEarlyInput(later), [later]);
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
  { replaced, later }: { replaced?: Root | undefined; later?: string } = {},
): Promise<Root> {
  const [shown, wanted] = [documentLanguage(), wantedLanguage()];
  await initLanguage(shown, texts);
  onApiError((error) => error.kind !== 'answer' && toast(error.message));
  const content = (
    <StrictMode>
      <LanguageProvider>
        <Hydrated later={later}>{page}</Hydrated>
      </LanguageProvider>
    </StrictMode>
  );
  replaced?.render(content);
  const root = replaced ?? hydrateRoot(container, content);
  if (wanted === shown) storeLanguage(shown);
  else await changeLanguage(wanted);
  return root;
}
