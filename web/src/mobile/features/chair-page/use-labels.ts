import type { ChairPageState } from '@recline/contract/chair-page';
import { useEffect, useState } from 'react';
import { api } from '../../data/api.ts';
import { useLanguage } from '../../texts/chair-page.ts';

type Labels = ChairPageState['labels'];

const tableOf = (rows: readonly { value: string; label: string }[]): Record<string, string> =>
  Object.fromEntries(rows.map(({ value, label }) => [value, label]));

/** The labels of gears and payment methods: those of the page's language came with it, others are fetched. */
export function useLabels({ language: first, labels: given }: ChairPageState): Labels {
  const { language } = useLanguage();
  const [fetched, setFetched] = useState<Labels>(given);
  useEffect(() => {
    if (language === first) return;
    const take = ({ gear, payType }: Awaited<ReturnType<typeof api.dictionary.get>>) =>
      setFetched({ gear: tableOf(gear), payType: tableOf(payType) });
    api.dictionary.get({}, { quiet: true }).then(take, () => undefined);
  }, [language, first]);
  return language === first ? given : fetched;
}
