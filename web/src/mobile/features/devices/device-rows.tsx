import type { DeviceRow } from '@recline/contract/devices';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../texts/app.ts';
import styles from './device-rows.module.css';
import { DeviceTags, OutageLine } from './device-tags.tsx';
import { type ListLine, linesOf, statesOf } from './devices.rules.ts';

const estimatedPx = { abnormal: 32, outlet: 32, device: 50 };

/** A virtual list: only the lines near the viewport are rendered. */
export function DeviceRows({ rows, onOpen }: { rows: readonly DeviceRow[]; onOpen(device: DeviceRow): void }) {
  const list = useRef<HTMLUListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const lines = useMemo(() => linesOf(rows), [rows]);
  // The filters above may wrap to another line.
  useLayoutEffect(() => setScrollMargin(list.current?.offsetTop ?? 0));
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => estimatedPx[lines[index]?.kind ?? 'device'],
    overscan: 10,
    gap: 4,
    scrollMargin,
    getItemKey: (index) => keyOf(lines[index]) ?? index,
  });
  return (
    <ul ref={list} className={styles.list} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const line = lines[index];
        if (!line) return null;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className={styles.item}
            style={{ transform: `translateY(${start - scrollMargin}px)` }}
            {...(line.kind === 'device' && { 'aria-setsize': rows.length, 'aria-posinset': line.position })}
          >
            {line.kind === 'device' ? <Row device={line.device} onOpen={onOpen} /> : <Heading line={line} />}
          </li>
        );
      })}
    </ul>
  );
}

function keyOf(line: ListLine | undefined): string | undefined {
  if (line?.kind === 'device') return line.device.deviceId;
  return line?.kind === 'outlet' ? `outlet ${line.outletId}` : line?.kind;
}

function Heading({ line }: { line: Exclude<ListLine, { kind: 'device' }> }) {
  const t = useText();
  return <h2 className={styles.heading}>{line.kind === 'outlet' ? line.name : t.devices.abnormalFirst}</h2>;
}

/** Number, name and state; if something is wrong, also the outlet and since when. */
function Row({ device, onOpen }: { device: DeviceRow; onOpen(device: DeviceRow): void }) {
  const [state = 'idle'] = statesOf(device);
  const wrong = state === 'fault' || state === 'offline';
  return (
    <button type="button" className={styles.row} aria-haspopup="dialog" onClick={() => onOpen(device)}>
      <span className={styles.name}>
        <strong className="number">{device.deviceId}</strong> <span>{device.name}</span>
      </span>
      <span className={styles.tags}>
        <DeviceTags device={device} />
      </span>
      {wrong && (
        <span className={styles.wrong}>
          {device.outletName}
          <OutageLine deviceId={device.deviceId} />
        </span>
      )}
    </button>
  );
}
