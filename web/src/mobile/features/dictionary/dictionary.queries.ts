import { queryOptions, useQuery } from '@tanstack/react-query';
import { labelIn } from '../../../platform/label-in.ts';
import { api } from '../../data/api.ts';
import { queryClient } from '../../data/query-client.ts';
import { useLanguage } from '../../texts/login.ts';

type Dictionary = Awaited<ReturnType<typeof api.dictionary.get>>;

const dictionaryQuery = (language: string) =>
  queryOptions({
    queryKey: ['dictionary', language],
    queryFn: () => api.dictionary.get(),
    meta: { persist: true },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const prefetchDictionary = (language: string) => void queryClient.prefetchQuery(dictionaryQuery(language));

const useDictionary = () => useQuery(dictionaryQuery(useLanguage().language)).data;

/** The labels of the server's fixed values: `labelOf('gear', order.gear)`. */
export function useLabels() {
  const dictionary = useDictionary();
  return (list: keyof Dictionary, value: string): string => labelIn(dictionary?.[list], value);
}

/** The values of one list with their labels, in the server's order. */
export const useOptions = (list: keyof Dictionary) => useDictionary()?.[list] ?? [];
