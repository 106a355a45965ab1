import { pages } from '@recline/contract/pages';
import { Link } from '@tanstack/react-router';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useText } from '../../texts/app.ts';
import styles from './place-link.module.css';

interface PlaceLinkProps {
  outletId: string;
  name: string;
  /** On a dark green `night` page. */
  onNight?: boolean;
}

/** The name of an outlet, linking to its location. */
export function PlaceLink({ outletId, name, onNight }: PlaceLinkProps) {
  const t = useText();
  return (
    <Link to={pages.openLocation} search={{ outletId }} className={classNames(styles.place, !onNight && styles.brand)}>
      {name}
      <Icon name="pin" size={16} />
      <span className="hidden-text">{t.places.show}</span>
    </Link>
  );
}
