import { home } from './home.ts';
import { shell } from './shell.ts';

/** What the app says from its first screen on, beside the texts of the login page. */
export const texts = { home, shell };
