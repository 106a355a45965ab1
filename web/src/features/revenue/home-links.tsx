import { pages } from '@recline/contract/pages';
import { Link } from '@tanstack/react-router';
import { keepCurrency } from '../../platform/currency-search.ts';
import { useText } from '../../platform/text.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { List, ListAction, RowContent } from '../../ui/list.tsx';
import styles from './home.module.css';

const links = [
  { key: 'chart', to: pages.chart, icon: 'chart' },
  { key: 'deviceList', to: pages.devices, icon: 'chair' },
  { key: 'quickStart', to: pages.quickStart, icon: 'bolt' },
] as const;

export function HomeLinks({ newFeedback }: { newFeedback: number }) {
  const t = useText();
  return (
    <>
      {newFeedback > 0 && (
        <Card>
          <List>
            <ListAction>
              <Link to={pages.feedbackList}>
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
