import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './list.module.css';

/** Rows with a line between them, inside a card. */
export const List = ({ children }: { children: ReactNode }) => <ul className={styles.list}>{children}</ul>;

interface ListRowProps {
  icon?: IconName;
  title: ReactNode;
  text?: ReactNode;
  value?: ReactNode;
}

/** The content of a row. Wrap it in a Link or a button, with `chevron`, to make the whole row clickable. */
export function RowContent({ icon, title, text, value, chevron }: ListRowProps & { chevron?: boolean }) {
  return (
    <span className={styles.row}>
      {icon && <Icon name={icon} />}
      <span className={styles.rest}>
        <span className={styles.main}>
          <span>{title}</span>
          {text && <span className={styles.text}>{text}</span>}
        </span>
        {value !== undefined && <span className={styles.value}>{value}</span>}
      </span>
      {chevron && <Icon name="chevron" size={16} />}
    </span>
  );
}

export const ListRow = (props: ListRowProps) => (
  <li className={styles.item}>
    <RowContent {...props} />
  </li>
);

/** A row whose single child (a Link, a button) fills it. */
export const ListAction = ({ children }: { children: ReactNode }) => (
  <li className={classNames(styles.item, styles.action)}>{children}</li>
);
