import type { texts as base } from '../zh_CN/core.ts';
import { common } from './common.ts';
import { home } from './home.ts';
import { login } from './login.ts';
import { shell } from './shell.ts';

/** What the app says from its first screen on. */
export const texts: typeof base = { common, home, login, shell };
