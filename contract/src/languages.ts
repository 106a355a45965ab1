/** All languages: the tag of BCP 47, and what stands between thousands and before the decimals of an amount. */
const facts = {
  zh_CN: { tag: 'zh-CN', separators: [',', '.'] },
  en_US: { tag: 'en-US', separators: [',', '.'] },
  id_ID: { tag: 'id-ID', separators: ['.', ','] },
} as const;
export type Language = keyof typeof facts;

export const languages = Object.keys(facts) as [Language, ...Language[]];
export const defaultLanguage: Language = 'zh_CN';

/** For `<html lang>` and Intl. */
export const tagOf = (language: Language): string => facts[language].tag;
export const separatorsOf = (language: Language): readonly [thousands: string, decimal: string] =>
  facts[language].separators;

export const isLanguage = (value: unknown): value is Language => languages.includes(value as Language);

/** Anything that is not one of our languages is Chinese. */
export const toLanguage = (value: unknown): Language => (isLanguage(value) ? value : defaultLanguage);
