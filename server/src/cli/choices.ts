import { languages } from '@recline/contract/languages';
import { currencies } from '@recline/contract/money';

/** For help texts: `this, that or another`. */
const choiceOf = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

export const currencyChoice = choiceOf(currencies);
export const languageChoice = choiceOf(languages);
