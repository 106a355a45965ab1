import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Columns } from '../../../ui/stack.tsx';
import { useText } from '../../texts/app.ts';
import styles from './coordinate-fields.module.css';
import { parseDegrees } from './map-links.ts';

/** The coordinates as typed. */
export interface CoordinateInput {
  latitude: string;
  longitude: string;
}

interface CoordinateFieldsProps {
  value: CoordinateInput;
  onChange(value: CoordinateInput): void;
  /** Whether to show validation errors. */
  checked: boolean;
}

/** Latitude and longitude: typed, set by moving the map, or from the phone's position. */
export function CoordinateFields({ value, onChange, checked }: CoordinateFieldsProps) {
  const t = useText();
  const wrong = (text: string, limit: 90 | 180) =>
    checked && parseDegrees(text, limit) === undefined ? t.places.wrongNumber(limit) : undefined;
  return (
    <>
      <Columns count={2}>
        <div className={styles.number}>
          <span aria-hidden="true">{t.places.latitude}</span>
          <Field
            label={t.places.latitude}
            inputMode="decimal"
            value={value.latitude}
            onChange={(event) => onChange({ ...value, latitude: event.target.value })}
            error={wrong(value.latitude, 90)}
          />
        </div>
        <div className={styles.number}>
          <span aria-hidden="true">{t.places.longitude}</span>
          <Field
            label={t.places.longitude}
            inputMode="decimal"
            value={value.longitude}
            onChange={(event) => onChange({ ...value, longitude: event.target.value })}
            error={wrong(value.longitude, 180)}
          />
        </div>
      </Columns>
      <CurrentPositionButton onLocated={onChange} />
    </>
  );
}

/** Fills in the phone's position, which browsers offer on https pages only. */
function CurrentPositionButton({ onLocated }: { onLocated(value: CoordinateInput): void }) {
  const t = useText();
  const [locating, setLocating] = useState(false);
  const [failed, setFailed] = useState(false);
  if (!window.isSecureContext || !navigator.geolocation) return null;
  const locate = () => {
    setLocating(true);
    setFailed(false);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating(false);
        onLocated({ latitude: coords.latitude.toFixed(6), longitude: coords.longitude.toFixed(6) });
      },
      () => {
        setLocating(false);
        setFailed(true);
      },
      { enableHighAccuracy: true, timeout: 15_000 },
    );
  };
  return (
    <>
      <Button kind="quiet" size="small" busy={locating} onClick={locate}>
        {t.places.here}
      </Button>
      <Problem text={failed && t.places.hereFailed} />
    </>
  );
}
