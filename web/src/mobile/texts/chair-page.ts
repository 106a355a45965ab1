import type { ChairPageTexts } from '../../../locales/index.ts';
import { makeTexts } from '../../platform/text.tsx';

/** The texts of a chair's page. */
export const { useText, useLanguage } = makeTexts<ChairPageTexts>();
