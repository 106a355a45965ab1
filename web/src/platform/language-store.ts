import type { Language } from '@recline/contract/languages';
import {
  type CoreTexts,
  type LoginTexts,
  loadCoreTexts,
  loadLoginTexts,
  loadStickerTexts,
  loadTexts,
  type StickerTexts,
} from '../../locales/index.ts';
import { setClientMessages } from './api.ts';
import { storeLanguage } from './language.ts';
import { loadCode } from './load-code.ts';

/** Which texts a page has loaded; each scope includes the login's. */
const loaders = { login: loadLoginTexts, sticker: loadStickerTexts, core: loadCoreTexts, all: loadTexts };
export type TextScope = keyof typeof loaders;

/** The language of the page with the texts loaded so far. */
interface Localization {
  language: Language;
  scope: TextScope;
  texts: LoginTexts;
}

let current: Localization;
const listeners = new Set<() => void>();

async function load(language: Language, scope: TextScope, beforeReload?: () => void): Promise<void> {
  current = { language, scope, texts: await loadCode(() => loaders[scope](language), beforeReload) };
  setClientMessages(current.texts.common);
  for (const listener of listeners) listener();
}

export const initLanguage = (language: Language, scope: TextScope) => load(language, scope);

export async function changeLanguage(language: Language): Promise<void> {
  await load(language, current.scope, () => storeLanguage(language));
  storeLanguage(language);
}

/** Loads the texts beyond the core; every screen but the core ones waits for this. */
export async function loadRemainingTexts(): Promise<void> {
  if (current.scope !== 'all') await load(current.language, 'all');
}

/** The texts in use, for code outside of components. */
export const stickerTexts = (): StickerTexts => current.texts as StickerTexts;
export const coreTexts = (): CoreTexts => current.texts as CoreTexts;
export const currentLocalization = (): Localization => current;

export function onLocalizationChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
