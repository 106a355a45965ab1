import type { AppTexts } from '../../locales/index.ts';
import { makeTexts } from '../platform/text.tsx';

/** Texts of charts, periods and long text fields: components that only the app's screens use. */
export const { useText } = makeTexts<Pick<AppTexts, 'common' | 'chart' | 'period' | 'textArea'>>();
