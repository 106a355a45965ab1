/** All languages: own name, tag of BCP 47, and what stands between thousands and before the decimals of an amount. */
const facts = {
  zh_CN: { name: '简体中文', tag: 'zh-CN', separators: [',', '.'] },
  en_US: { name: 'English', tag: 'en-US', separators: [',', '.'] },
  id_ID: { name: 'Bahasa Indonesia', tag: 'id-ID', separators: ['.', ','] },
} as const;
export type Language = keyof typeof facts;

export const languages = Object.keys(facts) as [Language, ...Language[]];
export const defaultLanguage: Language = 'zh_CN';

export const nameOf = (language: Language): string => facts[language].name;
/** For `<html lang>` and Intl. */
export const tagOf = (language: Language): string => facts[language].tag;
/** `en` of `en-US`: a language without its country. */
export const baseOf = (tag: string): string => tag.split('-')[0] ?? '';
export const separatorsOf = (language: Language): readonly [thousands: string, decimal: string] =>
  facts[language].separators;

export const isLanguage = (value: unknown): value is Language => languages.includes(value as Language);

/** Anything that is not one of our languages is Chinese. */
export const toLanguage = (value: unknown): Language => (isLanguage(value) ? value : defaultLanguage);

/**
 * Other phone languages that each of ours serves, used by the server only: older phones send `in` for Indonesian;
 * people who read Malay but not Indonesian get English.
 */
export const alsoServed: Record<Language, readonly string[]> = { zh_CN: [], en_US: ['ms'], id_ID: ['in'] };
