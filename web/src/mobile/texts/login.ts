import type { LoginTexts } from '../../../locales/index.ts';
import { makeTexts } from '../../platform/text.tsx';

/** What every document says. */
export const { useText, useLanguage } = makeTexts<LoginTexts>();
