import type { AppTexts } from '../../locales/index.ts';
import { makeTexts } from '../platform/text.tsx';

/** For charts, periods and long texts, which only screens of an app have. */
export const { useText } = makeTexts<Pick<AppTexts, 'common' | 'chart' | 'period' | 'textArea'>>();
