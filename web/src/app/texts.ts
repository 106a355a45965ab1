import type { Texts } from '../../locales/index.ts';
import { setClientMessages } from '../platform/api.ts';

let current: Texts;

/** The texts of the moment, for what runs outside of components. */
export const currentTexts = (): Texts => current;

export function setCurrentTexts(texts: Texts): void {
  current = texts;
  setClientMessages(texts.common);
}
