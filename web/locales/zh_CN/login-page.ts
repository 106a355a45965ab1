import { common } from './common.ts';
import { login } from './login.ts';
import { packages } from './packages.ts';

/** All that the login page says, and what a chair's page and the app share with each other. */
export const texts = { common, login, packages };
