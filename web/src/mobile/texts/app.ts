import type { AppTexts } from '../../../locales/index.ts';
import { makeTexts } from '../../platform/text.tsx';

/** The texts of the app's screens. */
export const { useText, useLanguage } = makeTexts<AppTexts>();
