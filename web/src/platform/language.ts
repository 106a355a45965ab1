import { defaultLanguage, isLanguage, type Language, languages, tagOf } from '@recline/contract/languages';
import { config } from './config.ts';
import { localValue } from './storage.ts';

const chosenLocale = localValue('locale');

/** The language in which the server sent this page. */
export const documentLanguage = (): Language =>
  languages.find((name) => tagOf(name) === document.documentElement.lang) ?? defaultLanguage;

const year = 365 * 24 * 3600;

const chosenInCookie = () => /(?:^|;\s*)locale=(\w+)/.exec(globalThis.document?.cookie ?? '')?.[1];

/** The choice. The server's copy is a cookie; either may be lost independently. */
function storedLanguage(): Language | null {
  const kept = chosenLocale.get() ?? chosenInCookie();
  return isLanguage(kept) ? kept : null;
}

/** The stored choice, or else the configured language. */
export const language = (): Language => storedLanguage() ?? config.language;

/** For a page that is rendered ahead: the stored choice, or else the language that the server chose. */
export const wantedLanguage = (): Language => storedLanguage() ?? documentLanguage();

let stored: Language | undefined;

function setCookie(text: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in many phones' browsers
  document.cookie = `${text}; path=/; samesite=lax`;
}

/** Stores a chosen language in local storage, and in a cookie for the server. */
export function storeLanguage(chosen: Language): void {
  if (stored === chosen) return; // writing a cookie is slow
  stored = chosen;
  chosenLocale.set(chosen);
  setCookie(`locale=${chosen}; max-age=${year}`);
  document.documentElement.lang = tagOf(chosen);
}

/**
 * Records the language of the page. A choice is stored again, in case its cookie was lost. Without one nothing is
 * stored, so that the phone's language stays in effect; later pages of the visit keep the language of the chair's page.
 */
export function keepShownLanguage(shown: Language): void {
  document.documentElement.lang = tagOf(shown);
  if (storedLanguage() === null) setCookie(`shown=${shown}`);
  else storeLanguage(shown);
}
