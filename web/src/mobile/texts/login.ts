import type { LoginTexts } from '../../../locales/index.ts';
import { makeTexts } from '../../platform/text.tsx';

/** The texts of every document. */
export const { useText, useLanguage } = makeTexts<LoginTexts>();
