import { createHash } from 'node:crypto';
import type { OutputOf } from '@recline/contract/call';
import { type dictionary, dictionaryValues } from '@recline/contract/dictionary';
import type { Language } from '@recline/contract/languages';
import { currencyNames } from '@recline/contract/money';
import { phrases } from '../../locales/index.ts';
import type { HandlersOf } from '../../platform/http/calls.ts';

type Dictionary = OutputOf<(typeof dictionary)['get']>;

/** A pay type that is not fixed, with its label in each language. */
export interface PayTypeLabel {
  name: string;
  label: Record<Language, string>;
}

export function dictionaryIn(language: Language, providers: readonly PayTypeLabel[]): Dictionary {
  const labels: Record<string, Record<string, string>> = {
    ...phrases[language].dictionary,
    currency: currencyNames[language],
  };
  const lists = Object.entries(dictionaryValues).map(([list, values]) => [
    list,
    values.map((value) => ({ value, label: labels[list]?.[value] ?? value })),
  ]);
  const fixed: Dictionary = Object.fromEntries(lists);
  const online = providers.map(({ name, label }) => ({ value: name, label: label[language] }));
  return { ...fixed, payType: [...online, ...fixed.payType] };
}

/** How people call what an order says. */
export const orderLabelsIn = (providers: readonly PayTypeLabel[]) => (language: Language) => {
  const { orderStatus, gear, payType } = dictionaryIn(language, providers);
  return { orderStatus, gear, payType };
};

export const dictionaryHandlers = (providers: readonly PayTypeLabel[]): HandlersOf<typeof dictionary> => ({
  get: async (_input, { language, request, reply }) => {
    const answer = dictionaryIn(language, providers);
    const etag = `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'lang');
    if (request.headers['if-none-match'] === etag) reply.code(304);
    return answer;
  },
});
