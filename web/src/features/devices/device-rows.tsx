import type { DeviceRow } from '@recline/contract/devices';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { DeviceTags, OutageLine } from './device-tags.tsx';
import styles from './devices.module.css';
import { statesOf } from './devices.rules.ts';

const estimatedRowPx = 84;

/** A virtual list: only the rows near the viewport are rendered. */
export function DeviceRows({ rows, onOpen }: { rows: readonly DeviceRow[]; onOpen(device: DeviceRow): void }) {
  const list = useRef<HTMLUListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  // The filters above may wrap to another line.
  useLayoutEffect(() => setScrollMargin(list.current?.offsetTop ?? 0));
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => estimatedRowPx,
    overscan: 8,
    gap: 10,
    scrollMargin,
    getItemKey: (index) => rows[index]?.deviceId ?? index,
  });
  return (
    <ul ref={list} className={styles.list} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const device = rows[index];
        if (!device) return null;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            className={styles.item}
            style={{ transform: `translateY(${start - scrollMargin}px)` }}
          >
            <Row device={device} onOpen={onOpen} />
          </li>
        );
      })}
    </ul>
  );
}

function Row({ device, onOpen }: { device: DeviceRow; onOpen(device: DeviceRow): void }) {
  const state = statesOf(device)[0] ?? 'idle';
  return (
    <button type="button" className={styles.row} aria-haspopup="dialog" onClick={() => onOpen(device)}>
      <span className={classNames(styles.badge, styles[state])}>
        <Icon name="chair" />
      </span>
      <span className={styles.main}>
        <span className={styles.name}>
          <span className="number">{device.deviceId}</span> <span>{device.name}</span>
        </span>
        <span className={styles.outlet}>{device.outletName}</span>
        <span className={styles.tags}>
          <DeviceTags device={device} />
        </span>
        {state !== 'idle' && state !== 'inUse' && <OutageLine deviceId={device.deviceId} />}
      </span>
      <Icon name="chevron" size={16} />
    </button>
  );
}
