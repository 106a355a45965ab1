import { common } from './common.ts';
import { login } from './login.ts';

/** All that the login page says. */
export const texts = { common, login };
