import styles from './spinner.module.css';

/** Scales with the text size. Decorative: the caller adds a text. */
export function Spinner({ size = 18 }: { size?: number }) {
  return (
    <svg
      className={`icon ${styles.spinner}`}
      viewBox="0 0 24 24"
      width={`${size / 16}em`}
      height={`${size / 16}em`}
      fill="none"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="3" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
