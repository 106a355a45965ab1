import type { Price } from '@recline/contract/starting';
import { useFormat, useText } from '../../platform/text.tsx';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { useLabels } from '../dictionary/index.ts';
import styles from './quick-start.module.css';

interface PackageListProps {
  prices: readonly Price[];
  value: string | undefined;
  onChange(priceId: string): void;
}

export function PackageList({ prices, value, onChange }: PackageListProps) {
  const t = useText();
  const format = useFormat();
  const labelOf = useLabels();
  const options = prices.map((price) => ({
    value: price.priceId,
    title: (
      <>
        <span className={`number ${styles.minutes}`}>{price.minutes}</span>
        {t.quickStart.minuteUnit}
      </>
    ),
    text: [labelOf('gear', price.gear), price.recommended && t.quickStart.recommended].filter(Boolean).join(' · '),
    aside: <span className="number">{format.money(price.amount, price.currency)}</span>,
  }));
  return <ChoiceCards title={t.quickStart.choosePackage} options={options} value={value} onChange={onChange} />;
}
