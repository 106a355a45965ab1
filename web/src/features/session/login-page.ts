import { isLanguage, type Language } from '@recline/contract/languages';
import type { LoginTexts } from '../../../locales/index.ts';
import { showToastsIn } from '../../ui/toast-element.ts';
import { runGuestForm } from './guest-login.ts';
import { runManagerForm } from './manager-login.ts';
import type { LoggedIn } from './password-login.ts';

/** Finds an element of the page, and throws where it is missing. */
export type Part = <E extends HTMLElement>(selector: string, kind: new () => E) => E;

export interface WayIn {
  texts: LoginTexts;
  onLoggedIn(answer: LoggedIn): Promise<void>;
}

interface LoginPage extends WayIn {
  onLanguage(language: Language): void;
}

const ways = ['manager', 'guest'] as const;

function partsOf(screen: ParentNode): Part {
  return (selector, kind) => {
    const found = screen.querySelector(selector);
    if (!(found instanceof kind)) throw new Error(`The login page has no ${selector}`);
    return found;
  };
}

function runWays(part: Part): void {
  const choose = (chosen: (typeof ways)[number]) => {
    for (const way of ways) {
      part(`#way-${way}`, HTMLButtonElement).setAttribute('aria-selected', String(way === chosen));
      part(`#${way}-panel`, HTMLElement).hidden = way !== chosen;
    }
  };
  for (const way of ways) part(`#way-${way}`, HTMLButtonElement).addEventListener('click', () => choose(way));
}

/**
 * Attaches the listeners of the prerendered login page. It changes little, so it needs no React, and the form
 * works before React could have loaded.
 */
export function runLoginPage(screen: ParentNode, { texts, onLoggedIn, onLanguage }: LoginPage): void {
  const part = partsOf(screen);
  const language = part('[name=language]', HTMLSelectElement);
  language.addEventListener('change', () => isLanguage(language.value) && onLanguage(language.value));
  showToastsIn(part('[aria-live=polite]', HTMLElement));
  runWays(part);
  runManagerForm(part, { texts, onLoggedIn });
  runGuestForm(part, { texts, onLoggedIn });
}

/** Copies the input and the chosen tab from one login page to the one that replaces it. */
export function carryOver(from: ParentNode, to: ParentNode): void {
  for (const input of from.querySelectorAll('input')) {
    partsOf(to)(`[name=${input.name}]`, HTMLInputElement).value = input.value;
  }
  const chosen = from.querySelector('[role=tab][aria-selected=true]');
  if (chosen) partsOf(to)(`#${chosen.id}`, HTMLButtonElement).click();
}
