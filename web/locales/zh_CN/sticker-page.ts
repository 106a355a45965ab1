import { common } from './common.ts';
import { login } from './login.ts';
import { packages } from './packages.ts';
import { sticker } from './sticker.ts';

/** All that a chair's page says. */
export const texts = { common, login, packages, sticker };
