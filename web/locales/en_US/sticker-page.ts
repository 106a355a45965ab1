import { texts as loginPage } from './login-page.ts';
import { sticker } from './sticker.ts';

/** All that a chair's page says. */
export const texts = { ...loginPage, sticker };
