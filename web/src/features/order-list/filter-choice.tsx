import { useText } from '../../platform/text.tsx';
import { Chips } from '../../ui/chip.tsx';
import { useLabels } from '../dictionary/index.ts';
import styles from './order-list.module.css';

interface FilterChoiceProps<V extends string> {
  list: 'orderType' | 'orderStatus' | 'gear' | 'couponProperty';
  name: string;
  values: readonly V[];
  value: V | undefined;
  onChange(value: V | undefined): void;
}

/** Chooses one value of a dictionary list, or any. */
export function FilterChoice<V extends string>({ list, name, values, value, onChange }: FilterChoiceProps<V>) {
  const t = useText();
  const labelOf = useLabels();
  const options = [
    { value: '' as V | '', label: t.orders.any },
    ...values.map((each) => ({ value: each as V | '', label: labelOf(list, each) })),
  ];
  return (
    <div>
      <p className={styles.choiceName} aria-hidden="true">
        {name}
      </p>
      <Chips
        wrap
        label={name}
        options={options}
        value={value ?? ''}
        onChange={(chosen) => onChange(chosen === '' ? undefined : chosen)}
      />
    </div>
  );
}
