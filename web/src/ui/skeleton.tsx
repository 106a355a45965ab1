import styles from './skeleton.module.css';

const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** The grey placeholder of content that is loading. */
export const Skeleton = ({ lines = 3 }: { lines?: 1 | 2 | 3 | 4 | 5 | 6 }) => (
  <div className={styles.skeleton} aria-hidden="true">
    {names.slice(0, lines).map((name) => (
      <div key={name} className={styles.line} />
    ))}
  </div>
);
