import { useState } from 'react';
import { useText } from '../../platform/text.tsx';
import { toast } from '../../platform/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Columns } from '../../ui/stack.tsx';
import { parseDegrees } from './map-links.ts';
import styles from './places.module.css';

/** As they are being typed. */
export interface Degrees {
  latitude: string;
  longitude: string;
}

interface PlaceNumbersProps {
  value: Degrees;
  onChange(value: Degrees): void;
  /** Whether to say what is wrong. */
  checked: boolean;
}

/** The place in numbers: typed, moved on the map, or taken from where the phone is. */
export function PlaceNumbers({ value, onChange, checked }: PlaceNumbersProps) {
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
      <HereButton onHere={onChange} />
    </>
  );
}

/** Where the phone is now. Browsers tell it only to pages that came over https. */
function HereButton({ onHere }: { onHere(value: Degrees): void }) {
  const t = useText();
  const [looking, setLooking] = useState(false);
  if (!window.isSecureContext || !navigator.geolocation) return null;
  const look = () => {
    setLooking(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLooking(false);
        onHere({ latitude: coords.latitude.toFixed(6), longitude: coords.longitude.toFixed(6) });
      },
      () => {
        setLooking(false);
        toast(t.places.hereFailed);
      },
      { enableHighAccuracy: true, timeout: 15_000 },
    );
  };
  return (
    <Button kind="quiet" size="small" busy={looking} onClick={look}>
      {t.places.here}
    </Button>
  );
}
