import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { config } from '../../../platform/config.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useText } from '../../texts/app.ts';
import type { OpenMap, Point } from './leaflet-map.ts';
import styles from './place-map.module.css';

interface PlaceMapProps {
  label: string;
  at: Point;
  /** Makes the map a picker: called with the position under the pin in its centre. */
  onMove?(point: Point): void;
}

/** Without a tile after this time, the page shows no map. */
const tileTimeoutMs = 10_000;

/** A map if tiles are available, otherwise nothing, because the page shows the address as text too. */
export function PlaceMap({ label, at, onMove }: PlaceMapProps) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<OpenMap>(null);
  const [state, setState] = useState<'loading' | 'shown' | 'none'>(config.tileUrl === '' ? 'none' : 'loading');
  const start = useEffectEvent(() => ({ at, texts: { zoomIn: t.places.zoomIn, zoomOut: t.places.zoomOut } }));
  const moved = useEffectEvent((point: Parameters<NonNullable<typeof onMove>>[0]) => onMove?.(point));
  const movable = onMove !== undefined;

  useEffect(() => {
    if (config.tileUrl === '') return;
    let unmounted = false;
    const settle = (next: 'shown' | 'none') => setState((now) => (now === 'loading' ? next : now));
    const timer = setTimeout(() => settle('none'), tileTimeoutMs);
    const open = async () => {
      const { openMap } = await import('./leaflet-map.ts');
      if (unmounted || !box.current) return;
      map.current = openMap(box.current, {
        tileUrl: config.tileUrl,
        attribution: config.tileAttribution,
        ...start(),
        onMove: movable ? (point) => moved(point) : undefined,
        onShown: () => settle('shown'),
        onFailed: () => settle('none'),
      });
    };
    open().catch(() => settle('none'));
    return () => {
      unmounted = true;
      clearTimeout(timer);
      map.current?.remove();
      map.current = null;
    };
  }, [movable]);

  // Typed coordinates move the map.
  const { latitude, longitude } = at;
  useEffect(() => {
    if (movable) map.current?.moveTo({ latitude, longitude });
  }, [latitude, longitude, movable]);

  useEffect(() => {
    if (state !== 'none') return;
    map.current?.remove();
    map.current = null;
  }, [state]);

  if (state === 'none') return null;
  return (
    <section className={classNames(styles.frame, state === 'loading' && styles.pending)} aria-label={label}>
      <div ref={box} className={styles.map} />
      {onMove && (
        <span className={styles.pin}>
          <Icon name="pin" size={36} />
        </span>
      )}
    </section>
  );
}
