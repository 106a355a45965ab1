export const languages = ['zh_CN', 'en_US', 'id_ID'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'zh_CN';

export const isLanguage = (value: unknown): value is Language => languages.includes(value as Language);

/** Anything that is not one of our languages is Chinese. */
export const toLanguage = (value: unknown): Language => (isLanguage(value) ? value : defaultLanguage);
