import type { Language } from '@recline/contract/languages';
import { type CoreTexts, loadCoreTexts, loadTexts, type Texts } from '../../locales/index.ts';
import { setClientMessages } from '../platform/api.ts';
import { storeLanguage } from '../platform/language.ts';

/** The language of the app and its texts: first the core, then, before any other screen opens, all of them. */
interface Shown {
  language: Language;
  texts: CoreTexts | Texts;
}

let shown: Shown;
const listeners = new Set<() => void>();

function show(next: Shown): void {
  shown = next;
  setClientMessages(next.texts.common);
  for (const listener of listeners) listener();
}

export async function startTexts(language: Language): Promise<void> {
  show({ language, texts: await loadCoreTexts(language) });
  storeLanguage(language);
}

export async function chooseLanguage(language: Language): Promise<void> {
  show({ language, texts: await loadTexts(language) });
  storeLanguage(language);
}

/** Every screen but the core ones waits for this. */
export async function completeTexts(): Promise<void> {
  const { language } = shown;
  const texts = await loadTexts(language);
  if (shown.language === language) show({ language, texts });
}

/** The texts of the moment, for what runs outside of components. */
export const coreTexts = (): CoreTexts => shown.texts;
export const currentTexts = (): Shown => shown;

export function onTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
