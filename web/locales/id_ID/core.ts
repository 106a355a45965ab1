import type { texts as base } from '../zh_CN/core.ts';
import { home } from './home.ts';
import { shell } from './shell.ts';

/** The texts of the app's first screen, loaded in addition to those of the login page. */
export const texts: typeof base = { home, shell };
