import type { ComponentProps } from 'react';
import styles from './header-button.module.css';

/** What can be done with the whole page, at the end of its title bar. */
export const HeaderButton = (props: ComponentProps<'button'>) => (
  <button type="button" className={styles.button} {...props} />
);
