import type { texts as base } from '../zh_CN/every-language.ts';
import { replies } from './reply-templates.ts';
import { zones } from './zones.ts';

/** Loaded with the same of every other language. */
export const texts: typeof base = { replies, zones };
