import type { FailedPageTexts } from '../../../locales/index.ts';
import { makeTexts } from '../../platform/text.tsx';

/** Texts of the notice shown when a page's scripts fail. The notice is rendered at build time. */
export const { useText } = makeTexts<FailedPageTexts>();
