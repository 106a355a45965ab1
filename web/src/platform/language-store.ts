import type { Language } from '@recline/contract/languages';
import { type CoreTexts, loadCoreTexts, loadTexts, type Texts } from '../../locales/index.ts';
import { setClientMessages } from './api.ts';
import { storeLanguage } from './language.ts';

/** The language of the app with its texts: the core first, all of them before any other screen opens. */
interface Localization {
  language: Language;
  texts: CoreTexts | Texts;
}

let current: Localization;
const listeners = new Set<() => void>();

function set(next: Localization): void {
  current = next;
  setClientMessages(next.texts.common);
  for (const listener of listeners) listener();
}

export async function initLanguage(language: Language): Promise<void> {
  set({ language, texts: await loadCoreTexts(language) });
  storeLanguage(language);
}

export async function changeLanguage(language: Language): Promise<void> {
  set({ language, texts: await loadTexts(language) });
  storeLanguage(language);
}

/** Loads the texts beyond the core; every screen but the core ones waits for this. */
export async function loadRemainingTexts(): Promise<void> {
  const { language } = current;
  const texts = await loadTexts(language);
  if (current.language === language) set({ language, texts });
}

/** The texts in use, for code outside of components. */
export const coreTexts = (): CoreTexts => current.texts;
export const currentLocalization = (): Localization => current;

export function onLocalizationChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
