import { defaultLanguage, isLanguage, type Language, languages } from '@recline/contract/languages';
import { config } from './config.ts';
import { keys, local } from './storage.ts';

/** The BCP 47 tag, for `<html lang>` and Intl. */
export const tagOf: Record<Language, string> = { zh_CN: 'zh-CN', en_US: 'en-US', id_ID: 'id-ID' };

/** The language in which the server sent this page. */
export const documentLanguage = (): Language =>
  languages.find((name) => tagOf[name] === document.documentElement.lang) ?? defaultLanguage;

const year = 365 * 24 * 3600;

function storedLanguage(): Language | null {
  const kept = local.get(keys.locale);
  return isLanguage(kept) ? kept : null;
}

/** The stored choice, else the configured language. */
export const language = (): Language => storedLanguage() ?? config.language;

/** For a page that is rendered ahead: the stored choice, else the language that the server chose. */
export const wantedLanguage = (): Language => storedLanguage() ?? documentLanguage();

let stored: Language | undefined;

/** Stores the language in local storage, and in a cookie for the server. */
export function storeLanguage(chosen: Language): void {
  if (stored === chosen) return; // writing a cookie is slow
  stored = chosen;
  local.set(keys.locale, chosen);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in many phones' browsers
  document.cookie = `locale=${chosen}; path=/; max-age=${year}; samesite=lax`;
  document.documentElement.lang = tagOf[chosen];
}
