import type { Currency } from '@recline/contract/money';
import { useText } from '../platform/text.tsx';
import { Chips } from './chip.tsx';

interface CurrencyChipsProps {
  currencies: readonly Currency[];
  value: Currency;
  onChange(currency: Currency): void;
}

/** Chooses the currency where there are several: amounts are never added across currencies. */
export function CurrencyChips({ currencies, value, onChange }: CurrencyChipsProps) {
  const t = useText();
  if (currencies.length < 2) return null;
  const options = currencies.map((name) => ({ value: name, label: name }));
  return <Chips label={t.home.currency} options={options} value={value} onChange={onChange} />;
}
