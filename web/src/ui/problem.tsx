import styles from './problem.module.css';

/** Why an action failed, beside its button. It is read out, and stays until the next attempt. */
export const Problem = ({ text }: { text: string | false | null | undefined }) => (
  <div role="alert">{text && <p className={styles.problem}>{text}</p>}</div>
);
