import type { FindChairTexts } from '../../../locales/index.ts';
import { makeTexts } from '../../platform/text.tsx';

/** The texts for finding a chair: on quick start, and on a chair's page without a chair. */
export const { useText } = makeTexts<FindChairTexts>();
