import { useFormat, useText } from '../../platform/text.tsx';
import styles from './change.module.css';
import { type Baseline, baselines, type ChangeDirection, changeOf } from './revenue.rules.ts';

const marks: Record<ChangeDirection, string> = { up: '▲', down: '▼', same: '' };

interface ChangeProps {
  total: number;
  baseline: number | null | undefined;
  /** Says what it is compared with. */
  name?: Baseline;
}

/** The change of income, where there is something to compare it with. */
export function Change({ total, baseline, name }: ChangeProps) {
  const t = useText();
  const format = useFormat();
  const change = changeOf(total, baseline);
  if (!change) return <span className={styles.change}>{t.home.nothingBefore}</span>;
  return (
    <span className={styles.change}>
      <span className={styles[change.direction]}>
        <span aria-hidden="true">{marks[change.direction]} </span>
        {format.change(change.share)}
      </span>{' '}
      {name && t.home.versus[name]}
    </span>
  );
}

interface BaselineSelectProps {
  value: Baseline;
  onChange(value: Baseline): void;
}

export function BaselineSelect({ value, onChange }: BaselineSelectProps) {
  const t = useText();
  return (
    <label className={styles.baseline}>
      <span className="hidden-text">{t.home.compareWith}</span>
      <select
        value={value}
        onChange={(event) => {
          const chosen = baselines.find((name) => name === event.target.value);
          if (chosen) onChange(chosen);
        }}
      >
        {baselines.map((name) => (
          <option key={name} value={name}>
            {t.home.versus[name]}
          </option>
        ))}
      </select>
    </label>
  );
}
