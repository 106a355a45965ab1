import type { texts as base } from '../zh_CN/core.ts';
import { home } from './home.ts';
import { texts as loginPage } from './login-page.ts';
import { shell } from './shell.ts';

/** What the app says from its first screen on. */
export const texts: typeof base = { ...loginPage, home, shell };
