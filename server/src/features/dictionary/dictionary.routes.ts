import { createHash } from 'node:crypto';
import type { OutputOf } from '@recline/contract/call';
import { type dictionary, dictionaryValues } from '@recline/contract/dictionary';
import { type Language, tagOf } from '@recline/contract/languages';
import { currencies, isoCurrency } from '@recline/contract/money';
import { phrases } from '../../locales/index.ts';
import type { HandlersOf } from '../../platform/http/calls.ts';

type Dictionary = OutputOf<(typeof dictionary)['get']>;

type Labels = Omit<Dictionary, 'currency'>;

/** A pay type that is not fixed. */
export interface PayTypeLabel {
  name: string;
  label: (language: Language) => string;
}

/** Without the currencies: the first name takes Intl long, and no rendered page needs one. */
function labelsIn(language: Language, providers: readonly PayTypeLabel[]): Labels {
  const labels: Record<string, Record<string, string>> = phrases[language].dictionary;
  const { currency: _, ...worded } = dictionaryValues;
  const lists = Object.entries(worded).map(([list, values]) => [
    list,
    values.map((value) => ({ value, label: labels[list]?.[value] ?? value })),
  ]);
  const fixed: Labels = Object.fromEntries(lists);
  const online = providers.map(({ name, label }) => ({ value: name, label: label(language) }));
  return { ...fixed, payType: [...online, ...fixed.payType] };
}

function currenciesIn(language: Language): Dictionary['currency'] {
  const names = new Intl.DisplayNames(tagOf(language), { type: 'currency' });
  return currencies.map((currency) => ({ value: currency, label: names.of(isoCurrency(currency)) ?? currency }));
}

/** The labels of an order's values. */
export const orderLabelsIn = (providers: readonly PayTypeLabel[]) => (language: Language) => {
  const { orderStatus, gear, payType } = labelsIn(language, providers);
  return { orderStatus, gear, payType };
};

export const dictionaryHandlers = (providers: readonly PayTypeLabel[]): HandlersOf<typeof dictionary> => ({
  get: async (_input, { language, request, reply }) => {
    const answer: Dictionary = { ...labelsIn(language, providers), currency: currenciesIn(language) };
    const etag = `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'lang');
    if (request.headers['if-none-match'] === etag) reply.code(304);
    return answer;
  },
});
