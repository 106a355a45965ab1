import type { Currency } from '@recline/contract/money';
import { Chips } from './chip.tsx';

interface CurrencyChipsProps {
  label: string;
  currencies: readonly Currency[];
  value: Currency;
  onChange(currency: Currency): void;
}

/** Chooses the currency if there are several: amounts are never added across currencies. */
export function CurrencyChips({ label, currencies, value, onChange }: CurrencyChipsProps) {
  if (currencies.length < 2) return null;
  const options = currencies.map((name) => ({ value: name, label: name }));
  return <Chips label={label} options={options} value={value} onChange={onChange} />;
}
