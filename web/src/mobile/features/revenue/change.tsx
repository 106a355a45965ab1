import { useFormat } from '../../../platform/text.tsx';
import { useText } from '../../texts/core.ts';
import styles from './change.module.css';
import {
  type Baseline,
  type ChangeDirection,
  changeOf,
  type YesterdayBaseline,
  yesterdayBaselines,
} from './revenue.rules.ts';

const marks: Record<ChangeDirection, string> = { up: '▲', down: '▼', same: '' };

interface ChangeProps {
  total: number;
  baseline: number | null | undefined;
  /** Whether to name the baseline. */
  name?: Baseline;
  /** For a hero card, where only the sign shows the direction. */
  onHero?: boolean;
}

/** The change of income, if there is a baseline. */
export function Change({ total, baseline, name, onHero }: ChangeProps) {
  const t = useText();
  const format = useFormat();
  const change = changeOf(total, baseline);
  const look = onHero ? styles.onHero : styles.change;
  if (!change) return <span className={look}>{t.home.nothingBefore}</span>;
  return (
    <span className={look}>
      <span className={onHero ? undefined : styles[change.direction]}>
        <span aria-hidden="true">{marks[change.direction]} </span>
        {format.change(change.share)}
      </span>{' '}
      {name && <span className={styles.name}>{t.home.versus[name]}</span>}
    </span>
  );
}

interface BaselineSelectProps {
  value: YesterdayBaseline;
  onChange(value: YesterdayBaseline): void;
}

/** The baseline of yesterday. */
export function BaselineSelect({ value, onChange }: BaselineSelectProps) {
  const t = useText();
  return (
    <label className={styles.baseline}>
      <span className="hidden-text">{t.home.compareWith}</span>
      <select
        value={value}
        onChange={(event) => {
          const chosen = yesterdayBaselines.find((name) => name === event.target.value);
          if (chosen) onChange(chosen);
        }}
      >
        {yesterdayBaselines.map((name) => (
          <option key={name} value={name}>
            {t.home.versus[name]}
          </option>
        ))}
      </select>
    </label>
  );
}
