import { pages } from '@recline/contract/pages';
import { Link } from '@tanstack/react-router';
import { keepCurrency } from '../../../platform/currency-search.ts';
import { useFormat } from '../../../platform/text.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { useText } from '../../texts/core.ts';
import { useUser } from '../session/index.ts';
import styles from './home-links.module.css';

/** The shortcuts; those to orders and feedback only if the account may see them. */
export function HomeLinks({ newFeedback }: { newFeedback: number }) {
  const t = useText();
  const details = useUser()?.permissions.includes('details');
  const link = { preload: 'intent', className: styles.link } as const;
  return (
    <nav className={styles.links} aria-label={t.home.shortcuts}>
      <Link {...link} to={pages.quickStart}>
        <LinkContent icon="bolt" name={t.home.links.quickStart} />
      </Link>
      <Link {...link} to={pages.devices}>
        <LinkContent icon="chair" name={t.home.links.deviceList} />
      </Link>
      <Link {...link} to={pages.chart} search={keepCurrency}>
        <LinkContent icon="chart" name={t.home.links.chart} />
      </Link>
      {details && (
        <>
          <Link {...link} to={pages.orders} search={keepCurrency}>
            <LinkContent icon="order" name={t.home.links.orders} />
          </Link>
          <Link {...link} to={pages.feedbackList} search={newFeedback > 0 ? { status: 'new' } : {}}>
            <LinkContent
              icon="message"
              name={t.home.links.feedback}
              waiting={newFeedback > 0 ? { count: newFeedback, text: t.home.newFeedback(newFeedback) } : undefined}
            />
          </Link>
        </>
      )}
    </nav>
  );
}

interface LinkContentProps {
  icon: IconName;
  name: string;
  /** The number of open items there, and the same in words. */
  waiting?: { count: number; text: string };
}

function LinkContent({ icon, name, waiting }: LinkContentProps) {
  const format = useFormat();
  return (
    <>
      <span className={styles.badge}>
        <Icon name={icon} />
        {waiting && (
          <span className={styles.waiting} aria-hidden="true">
            {waiting.count > 99 ? '99+' : format.number(waiting.count)}
          </span>
        )}
      </span>
      {name}
      {waiting && <span className="hidden-text">{waiting.text}</span>}
    </>
  );
}
