import type { failedPageTexts } from '../../../locales/failed-page.ts';
import type { CommonTexts } from '../../../locales/index.ts';
import { makeTexts } from '../../platform/text.tsx';

/** The texts of the notice that a document's scripts failed, which the build renders. */
export const { useText } = makeTexts<CommonTexts & { failedPage: (typeof failedPageTexts)['zh_CN'] }>();
