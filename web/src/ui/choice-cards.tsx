import type { ReactNode } from 'react';
import styles from './choice-cards.module.css';
import { RadioGroup } from './radio-group.tsx';

interface ChoiceCardsProps<V extends string> {
  title: string;
  options: readonly { value: V; title: ReactNode; text?: ReactNode; aside?: ReactNode }[];
  value: V | undefined;
  onChange(value: V): void;
  form?: string | undefined;
  name?: string | undefined;
}

/** A single choice among options of one or two lines. */
export function ChoiceCards<V extends string>({ title, options, value, onChange, form, name }: ChoiceCardsProps<V>) {
  const contents = options.map((option) => ({
    value: option.value,
    content: (
      <>
        <span className={styles.main}>
          <span className={styles.title}>{option.title}</span>
          {option.text && <span className={styles.text}>{option.text}</span>}
        </span>
        {option.aside && <span className={styles.aside}>{option.aside}</span>}
      </>
    ),
  }));
  return (
    <RadioGroup
      legend={title}
      legendClass={styles.legend}
      options={contents}
      value={value}
      onChange={onChange}
      form={form}
      name={name}
      layout={styles.cards}
      look={styles.card}
    />
  );
}
