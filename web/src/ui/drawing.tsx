import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './drawing.module.css';

/** A reclining chair with an addition per situation. */
const scenes = {
  massage: (
    <path
      className={styles.accent}
      d="M34 40c-6 6-6 14 0 20M24 34c-9 10-9 22 0 32M120 52c5 4 5 10 0 14M130 46c8 7 8 19 0 26"
    />
  ),
  empty: <path className={styles.thin} d="M118 40h28M132 26v28M30 52h18" />,
  device: (
    <>
      <path className={styles.accent} d="M134 22l-12 20h12l-6 18" />
      <path className={styles.thin} d="M22 60l8 8M30 60l-8 8" />
    </>
  ),
  inUse: (
    <>
      <circle className={styles.accent} cx="134" cy="42" r="17" />
      <path className={styles.accent} d="M134 32v10l7 5" />
    </>
  ),
  offline: (
    <>
      <path className={styles.accent} d="M126 24v12M142 24v12M120 36h28v6a14 14 0 0 1-28 0zM134 56v10" />
      <path className={styles.thin} d="M112 60l44-40" />
    </>
  ),
  branch: (
    <>
      <path className={styles.accent} d="M134 62s15-14 15-27a15 15 0 0 0-30 0c0 13 15 27 15 27Z" />
      <path className={styles.accent} d="M129 30l10 10M139 30l-10 10" />
    </>
  ),
  priceList: (
    <>
      <path className={styles.accent} d="M118 24h32v38l-8-5-8 5-8-5-8 5z" />
      <path className={styles.thin} d="M126 36h16M126 45h10" />
    </>
  ),
  network: (
    <>
      <path className={styles.accent} d="M112 36c12-11 32-11 44 0M120 46c8-7 20-7 28 0M134 58v.5" />
      <path className={styles.thin} d="M116 62l36-40" />
    </>
  ),
  notFound: (
    <>
      <circle className={styles.accent} cx="132" cy="38" r="15" />
      <path className={styles.accent} d="M143 49l12 12" />
    </>
  ),
  forbidden: (
    <>
      <path className={styles.accent} d="M120 40h28v22h-28zM126 40v-7a8 8 0 0 1 16 0v7" />
    </>
  ),
  other: (
    <>
      <path className={styles.accent} d="M134 22l18 34h-36z" />
      <path className={styles.accent} d="M134 34v10M134 50v.5" />
    </>
  ),
  success: (
    <>
      <circle className={styles.accent} cx="134" cy="40" r="18" />
      <path className={styles.accent} d="M126 40l6 6 11-12" />
    </>
  ),
} satisfies Record<string, ReactNode>;
export type DrawingName = keyof typeof scenes;

interface ChairDrawingProps {
  /** For the dark green of a hero card or a night page. */
  onBrand?: boolean | undefined;
  /** The shapes beside the chair. */
  children: ReactNode;
}

export const Drawing = ({ name, onBrand }: { name: DrawingName; onBrand?: boolean }) => (
  <ChairDrawing onBrand={onBrand}>{scenes[name]}</ChairDrawing>
);

export const ChairDrawing = ({ onBrand, children }: ChairDrawingProps) => (
  <svg
    className={classNames(styles.drawing, onBrand && styles.onBrand)}
    viewBox="0 0 180 130"
    width="180"
    height="130"
    fill="none"
    aria-hidden="true"
  >
    <ellipse className={styles.floor} cx="88" cy="116" rx="72" ry="7" />
    <path
      className={styles.seat}
      d="M52 34c8-3 15 0 18 8l12 34h34c7 0 11 4 11 9s-4 9-11 9H74c-6 0-10-3-12-8L45 47c-2-6 1-11 7-13Z"
    />
    <path className={styles.line} d="M70 66h30a6 6 0 0 1 6 6v4M78 94l-6 20M112 94l6 20M127 85l18 6" />
    {children}
  </svg>
);
