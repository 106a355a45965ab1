import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

const focusOn = (element: Element | null | undefined) =>
  element instanceof HTMLElement && element.focus({ preventScroll: true });

/** The heading of the open dialog, or else of the page. */
const heading = () => [...document.querySelectorAll('dialog[open] h2')].pop() ?? document.querySelector('h1');

/** If the focused element is removed, the focus moves to its card, or else to the heading. */
function keepFocus(): () => void {
  let focused: Element | null = null;
  let around: Element | null = null;
  const remember = ({ target }: FocusEvent) => {
    focused = target instanceof Element ? target : null;
    around = focused?.parentElement?.closest('[tabindex="-1"]') ?? null;
  };
  const observer = new MutationObserver(() => {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    focused = null;
    focusOn(around?.isConnected ? around : heading());
  });
  document.addEventListener('focusin', remember);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}

/** Moves the focus to the heading of a page that was navigated to, and never loses it. */
export function KeepFocus() {
  const router = useRouter();
  useEffect(keepFocus, []);
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        // The first page is read from its beginning.
        if (fromLocation && pathChanged) focusOn(heading());
      }),
    [router],
  );
  return null;
}
