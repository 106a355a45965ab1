import type { Language } from '@recline/contract/languages';
import {
  type AppTexts,
  type ChairPageTexts,
  type CommonTexts,
  type CoreTexts,
  type LoginTexts,
  loadChairPageTexts,
  loadCoreTexts,
  loadLoginTexts,
  loadTexts,
} from '../../locales/index.ts';
import { storeLanguage } from './language.ts';
import { loadCode } from './load-code.ts';

/** The texts that each kind of page loads, always including those of the login page. */
interface TextsOf {
  login: LoginTexts;
  chairPage: ChairPageTexts;
  core: CoreTexts;
  all: AppTexts;
}
export type TextScope = keyof TextsOf;
const loaders: { [S in TextScope]: (language: Language) => Promise<TextsOf[S]> } = {
  login: loadLoginTexts,
  chairPage: loadChairPageTexts,
  core: loadCoreTexts,
  all: loadTexts,
};

/** The language of the page with the texts loaded so far. */
interface Localization {
  language: Language;
  scope: TextScope;
  texts: LoginTexts;
}

let current: Localization;
const listeners = new Set<() => void>();

/**
 * `keep` stores a choice once its texts are loaded: before the page is rendered and makes calls in it, or before a
 * reload.
 */
async function load<S extends TextScope>(language: Language, scope: S, keep?: () => void): Promise<TextsOf[S]> {
  const texts = await loadCode(() => loaders[scope](language), keep);
  keep?.();
  current = { language, scope, texts };
  for (const listener of listeners) listener();
  return texts;
}

export const initLanguage = <S extends TextScope>(language: Language, scope: S) => load(language, scope);

export async function changeLanguage(language: Language): Promise<void> {
  await load(language, current.scope, () => storeLanguage(language));
}

/** Loads the texts beyond the core; every screen but the core ones waits for this. */
export async function loadRemainingTexts(): Promise<void> {
  if (current.scope !== 'all') await load(current.language, 'all');
}

/** The texts of every page, for code outside of components. */
export const currentTexts = (): CommonTexts => current.texts;
export const currentLocalization = (): Localization => current;

export function onLocalizationChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
