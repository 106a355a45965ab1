import { Chips } from '../../../ui/chip.tsx';
import { Field } from '../../../ui/field.tsx';
import { useText } from '../../texts/app.ts';
import { useLabels } from '../dictionary/index.ts';
import { OutletChoice } from '../outlets/index.ts';
import styles from './filter-controls.module.css';
import { type FilterName, filterNames, type OrderFilters, orderFilters } from './order-filters.ts';

interface FilterControlsProps {
  draft: OrderFilters;
  onChange(name: FilterName, value: string | undefined): void;
}

/** The controls of the filters that are chosen in the sheet. */
export const FilterControls = ({ draft, onChange }: FilterControlsProps) =>
  filterNames.map((name) => (
    <FilterControl key={name} name={name} value={draft[name]} onChange={(value) => onChange(name, value)} />
  ));

interface FilterControlProps {
  name: FilterName;
  value: string | undefined;
  onChange(value: string | undefined): void;
}

function FilterControl({ name, value, onChange }: FilterControlProps) {
  const t = useText();
  const { control } = orderFilters[name];
  if (control.kind === 'page') return null;
  if (control.kind === 'outlet') return <OutletChoice outletId={value} onPick={onChange} />;
  if (control.kind === 'choice')
    return <FilterChoice {...control} title={control.title(t)} value={value} onChange={onChange} />;
  return (
    <Field
      label={control.title(t)}
      showLabel
      maxLength={32}
      autoComplete="off"
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value.trim() || undefined)}
    />
  );
}

interface FilterChoiceProps extends Omit<FilterControlProps, 'name'> {
  title: string;
  list: Parameters<ReturnType<typeof useLabels>>[0];
  values: readonly string[];
}

/** Chooses one value of a dictionary list, or any. */
function FilterChoice({ list, title, values, value = '', onChange }: FilterChoiceProps) {
  const t = useText();
  const labelOf = useLabels();
  const options = [
    { value: '', label: t.orders.any },
    ...values.map((each) => ({ value: each, label: labelOf(list, each) })),
  ];
  return (
    <div>
      <p className={styles.choiceName} aria-hidden="true">
        {title}
      </p>
      <Chips wrap label={title} options={options} value={value} onChange={(chosen) => onChange(chosen || undefined)} />
    </div>
  );
}
