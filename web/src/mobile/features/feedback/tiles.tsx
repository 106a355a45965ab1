import type { LiHTMLAttributes, ReactNode } from 'react';
import styles from './tiles.module.css';

/** Files side by side, as squares. */
export const Tiles = ({ children }: { children: ReactNode }) => <ul className={styles.tiles}>{children}</ul>;

/** One file: its picture or video covers the square. */
export const Tile = (props: LiHTMLAttributes<HTMLLIElement>) => <li {...props} className={styles.tile} />;
