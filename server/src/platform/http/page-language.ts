import {
  alsoServed,
  baseOf,
  isLanguage,
  type Language,
  languages,
  tagOf,
  toLanguage,
} from '@recline/contract/languages';

/** `auto` follows the phone's language. */
export type ConfiguredLanguage = Language | 'auto';

const languageOfBase = new Map(
  languages.flatMap((name) => [baseOf(tagOf(name)), ...alsoServed[name]].map((base) => [base, name] as const)),
);

/** The first of our languages in an Accept-Language header, by preference; undefined if it has none. */
export function acceptedLanguage(header: string): Language | undefined {
  const ranked = header
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().toLowerCase().split(';');
      const quality = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find(Boolean);
      return { language: languageOfBase.get(baseOf(tag)), quality: Number(quality ?? 1) };
    })
    .filter(({ language, quality }) => language !== undefined && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return ranked[0]?.language;
}

interface Headers {
  lang?: unknown;
  cookie?: string | undefined;
  'accept-language'?: string | undefined;
}

const cookieOf = ({ cookie = '' }: Headers, name: 'locale' | 'shown'): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=(\\w+)`).exec(cookie)?.[1];

/**
 * The language of a page: the chosen one, from a cookie, or else the configured one. With `auto` it is undefined if the
 * phone has none of ours; then the page's subject decides, or our default.
 */
export function wantedLanguage(headers: Headers, configured: ConfiguredLanguage): Language | undefined {
  if (isLanguage(headers.lang)) return headers.lang;
  const chosen = cookieOf(headers, 'locale');
  if (isLanguage(chosen)) return chosen;
  return configured === 'auto' ? acceptedLanguage(headers['accept-language'] ?? '') : configured;
}

/** The language of any other page: that of the previous page, which may have been the outlet's, or our default. */
export const languageOfPage = (headers: Headers, configured: ConfiguredLanguage): Language =>
  wantedLanguage(headers, configured) ?? toLanguage(cookieOf(headers, 'shown'));
