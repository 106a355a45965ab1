import { RadioGroup } from '../../../ui/radio-group.tsx';
import { useText } from '../../texts/app.ts';
import { useOptions } from '../dictionary/index.ts';
import styles from './problem-choice.module.css';

interface ProblemChoiceProps {
  value: string;
  onChange(value: string): void;
  error?: string;
}

/** Chooses one of the dictionary's problems. */
export function ProblemChoice({ value, onChange, error }: ProblemChoiceProps) {
  const t = useText();
  const options = useOptions('problem');
  return (
    <RadioGroup
      legend={
        <>
          {t.feedback.problem} <span className={styles.required}>{t.feedback.required}</span>
        </>
      }
      legendClass={styles.legend}
      options={options.map((option) => ({ value: option.value, content: option.label }))}
      value={value}
      onChange={onChange}
      layout={styles.problems}
      look={styles.problem}
      required
      error={error}
    />
  );
}
