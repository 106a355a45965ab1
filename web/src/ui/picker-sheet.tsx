import { useId, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './picker-sheet.module.css';
import { ResultStatus } from './result-status.tsx';
import { SearchField } from './search-field.tsx';

interface PickerOption {
  value: string;
  label: string;
  text?: string;
}

interface PickerSheetProps {
  open: boolean;
  onClose(): void;
  title: string;
  options: readonly PickerOption[];
  value: string;
  onPick(value: string): void;
  texts: {
    search: string;
    clear: string;
    nothing: string;
    found(count: number): string;
    pick: string;
    pleasePick: string;
  };
}

const found = ({ label, text }: PickerOption, keyword: string) =>
  `${label} ${text ?? ''}`.toLowerCase().includes(keyword.toLowerCase());

/** A searchable single choice. An option hidden by the search cannot be picked. */
export function PickerSheet(props: PickerSheetProps) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={props.title}>
      <Picker {...props} />
    </Dialog>
  );
}

function Picker({ title, options, value, onPick, texts }: PickerSheetProps) {
  const name = useId();
  const [keyword, setKeyword] = useState('');
  const [picked, setPicked] = useState(value);
  const [missing, setMissing] = useState(false);
  const shown = options.filter((option) => found(option, keyword));
  const pick = () => (shown.some((option) => option.value === picked) ? onPick(picked) : setMissing(true));
  return (
    <>
      <SearchField label={texts.search} clearLabel={texts.clear} value={keyword} onSearch={setKeyword} pause={150} />
      <ResultStatus text={keyword ? texts.found(shown.length) : undefined}>
        {shown.length === 0 && <p className={styles.nothing}>{texts.nothing}</p>}
      </ResultStatus>
      <fieldset className={styles.options}>
        <legend className="hidden-text">{title}</legend>
        {shown.map((option) => (
          <label key={option.value} className={styles.option}>
            <span className={styles.main}>
              {option.label}
              {option.text && <span className={styles.text}>{option.text}</span>}
            </span>
            <input
              type="radio"
              name={name}
              checked={option.value === picked}
              onChange={() => {
                setPicked(option.value);
                setMissing(false);
              }}
            />
          </label>
        ))}
      </fieldset>
      <div className={styles.action}>
        {missing && (
          <p role="alert" className={styles.missing}>
            {texts.pleasePick}
          </p>
        )}
        <Button onClick={pick}>{texts.pick}</Button>
      </div>
    </>
  );
}
