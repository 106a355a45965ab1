import type { Operator } from '@recline/contract/operator';
import styles from './operator-line.module.css';

/** The operator of the chair. */
export const OperatorLine = ({ operator: { name, address, logo } }: { operator: Operator }) => (
  <footer className={styles.operator}>
    {logo && <img className={styles.logo} src={logo} alt="" height="28" />}
    <span>{address ? `${name} · ${address}` : name}</span>
  </footer>
);
