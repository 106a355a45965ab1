import { defaultLanguage, isLanguage, type Language } from '@recline/contract/languages';

/** `auto` follows the phone's language. */
export type ConfiguredLanguage = Language | 'auto';

// `in` is what older phones send for Indonesian.
const languageOfTag = new Map<string, Language>([
  ['zh', 'zh_CN'],
  ['en', 'en_US'],
  ['id', 'id_ID'],
  ['in', 'id_ID'],
]);

/** The first of our languages in an Accept-Language header, by preference. */
export function acceptedLanguage(header: string): Language {
  const ranked = header
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().toLowerCase().split(';');
      const quality = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find(Boolean);
      return { language: languageOfTag.get(tag.split('-')[0] ?? ''), quality: Number(quality ?? 1) };
    })
    .filter(({ language, quality }) => language !== undefined && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return ranked[0]?.language ?? defaultLanguage;
}

interface Headers {
  lang?: unknown;
  cookie?: string | undefined;
  'accept-language'?: string | undefined;
}

/** The language of a page: the chosen one, which is in a cookie, else the configured one. */
export function languageOfPage(headers: Headers, configured: ConfiguredLanguage): Language {
  if (isLanguage(headers.lang)) return headers.lang;
  const cookie = /(?:^|;\s*)locale=(\w+)/.exec(headers.cookie ?? '')?.[1];
  if (isLanguage(cookie)) return cookie;
  return configured === 'auto' ? acceptedLanguage(headers['accept-language'] ?? '') : configured;
}
