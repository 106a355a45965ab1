import { useEffect, useRef, useState } from 'react';
import { config } from '../../platform/config.ts';
import { useText } from '../../platform/text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import type { OpenMap, Point } from './leaflet-map.ts';
import styles from './places.module.css';

interface PlaceMapProps {
  label: string;
  at: Point;
  /** Makes the map one to choose from: the place under the pin in its middle. */
  onMove?(point: Point): void;
}

/** How long the first tile may take before the page does without a map. */
const patience = 10_000;

/** A map where tiles can be had; nothing at all where they cannot, since the page says the place in words too. */
export function PlaceMap({ label, at, onMove }: PlaceMapProps) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<OpenMap>(null);
  const [state, setState] = useState<'coming' | 'shown' | 'none'>(config.tileUrl === '' ? 'none' : 'coming');
  const latest = useRef({ at, onMove, t });
  latest.current = { at, onMove, t };

  useEffect(() => {
    if (config.tileUrl === '') return;
    let left = false;
    const settle = (next: 'shown' | 'none') => setState((now) => (now === 'coming' ? next : now));
    const timer = setTimeout(() => settle('none'), patience);
    const open = async () => {
      const { openMap } = await import('./leaflet-map.ts');
      if (left || !box.current) return;
      const { places } = latest.current.t;
      map.current = openMap(box.current, {
        tileUrl: config.tileUrl,
        attribution: config.tileAttribution,
        at: latest.current.at,
        texts: { zoomIn: places.zoomIn, zoomOut: places.zoomOut },
        onMove: latest.current.onMove && ((point) => latest.current.onMove?.(point)),
        onShown: () => settle('shown'),
        onFailed: () => settle('none'),
      });
    };
    open().catch(() => settle('none'));
    return () => {
      left = true;
      clearTimeout(timer);
      map.current?.remove();
      map.current = null;
    };
  }, []);

  // Numbers typed into the form move the map.
  const { latitude, longitude } = at;
  useEffect(() => {
    if (latest.current.onMove) map.current?.moveTo({ latitude, longitude });
  }, [latitude, longitude]);

  useEffect(() => {
    if (state !== 'none') return;
    map.current?.remove();
    map.current = null;
  }, [state]);

  if (state === 'none') return null;
  return (
    <section className={classNames(styles.frame, state === 'coming' && styles.coming)} aria-label={label}>
      <div ref={box} className={styles.map} />
      {onMove && (
        <span className={styles.pin}>
          <Icon name="pin" size={36} />
        </span>
      )}
    </section>
  );
}
