import type { Price } from '@recline/contract/starting';
import { useFormat } from '../../../platform/text.tsx';
import { ChoiceCards } from '../../../ui/choice-cards.tsx';
import { useText } from '../../texts/login.ts';
import styles from './package-list.module.css';

interface PackageListProps {
  prices: readonly Price[];
  gearName(gear: string): string;
  value: string | undefined;
  onChange(priceId: string): void;
  /** The form in which the choice is sent. */
  form?: string;
}

export function PackageList({ prices, gearName, value, onChange, form }: PackageListProps) {
  const t = useText();
  const format = useFormat();
  const options = prices.map((price) => ({
    value: price.priceId,
    title: (
      <>
        <span className={`number ${styles.minutes}`}>{price.minutes}</span>
        {t.packages.minuteUnit}
      </>
    ),
    text: [gearName(price.gear), price.recommended && t.packages.recommended].filter(Boolean).join(' · '),
    aside: <span className="number">{format.money(price.amount, price.currency)}</span>,
  }));
  return (
    <ChoiceCards
      title={t.packages.choose}
      options={options}
      value={value}
      onChange={onChange}
      form={form}
      name={form && 'priceId'}
    />
  );
}
