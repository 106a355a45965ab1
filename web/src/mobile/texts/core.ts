import type { CoreTexts } from '../../../locales/index.ts';
import { makeTexts } from '../../platform/text.tsx';

/** The texts of the app's frame and its first screen. */
export const { useLanguage, useText } = makeTexts<CoreTexts>();
