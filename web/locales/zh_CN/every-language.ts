import { replies } from './reply-templates.ts';
import { zones } from './zones.ts';

/** Loaded with the same of every other language. */
export const texts = { replies, zones };
