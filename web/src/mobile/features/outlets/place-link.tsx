import { pages } from '@recline/contract/pages';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../../ui/icon.tsx';
import styles from './place-link.module.css';

/** The name of an outlet, linking to its location. */
export const PlaceLink = ({ outletId, name }: { outletId: string; name: string }) => (
  <Link to={pages.openLocation} search={{ outletId }} className={styles.place}>
    {name}
    <Icon name="pin" size={16} />
  </Link>
);
