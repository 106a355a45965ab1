import type { texts as base } from '../zh_CN/core.ts';
import { account } from './account.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { home } from './home.ts';
import { login } from './login.ts';
import { shell } from './shell.ts';

/** What the app says from its first screen on. */
export const texts: typeof base = { account, common, errors, home, login, shell };
