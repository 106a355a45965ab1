import type { failedPageTexts } from '../../../locales/failed-page.ts';
import type { CommonTexts } from '../../../locales/index.ts';
import { makeTexts } from '../../platform/text.tsx';

/** Texts of the notice shown when a page's scripts fail. The notice is rendered at build time. */
export const { useText } = makeTexts<CommonTexts & { failedPage: (typeof failedPageTexts)['zh_CN'] }>();
