import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { keepCurrency } from '../../app/search.ts';
import { useText } from '../../platform/text.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { List, ListAction, RowContent } from '../../ui/list.tsx';
import styles from './home.module.css';

const links = [
  { key: 'chart', to: paths.chart, icon: 'chart' },
  { key: 'deviceList', to: paths.devices, icon: 'chair' },
  { key: 'quickStart', to: paths.quickStart, icon: 'bolt' },
] as const;

export function HomeLinks({ newFeedback }: { newFeedback: number }) {
  const t = useText();
  return (
    <>
      {newFeedback > 0 && (
        <Card>
          <List>
            <ListAction>
              <Link to={paths.feedbackList}>
                <RowContent icon="message" title={t.home.feedback} text={t.home.newFeedback(newFeedback)} chevron />
              </Link>
            </ListAction>
          </List>
        </Card>
      )}
      <nav className={styles.links}>
        {links.map(({ key, to, icon }) => (
          <Link key={key} to={to} search={key === 'chart' ? keepCurrency : {}} preload="intent" className={styles.link}>
            <span className={styles.badge}>
              <Icon name={icon} />
            </span>
            {t.home.links[key]}
          </Link>
        ))}
      </nav>
    </>
  );
}
