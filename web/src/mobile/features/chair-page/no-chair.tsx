import { pages } from '@recline/contract/pages';
import { buttonClass } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useText } from '../../texts/chair-page.ts';
import { RetryButton } from './unavailable-chair.tsx';

interface NoChairProps {
  problem: keyof typeof drawings;
  message?: string | undefined;
  onRetry(): Promise<void>;
}

const drawings = { unknown: 'notFound', network: 'network' } as const;

/** No chair to show: an unknown number, or no network yet. */
export function NoChair({ problem, message, onRetry }: NoChairProps) {
  const t = useText();
  const { title, text } = t.chairPage.problems[problem];
  return (
    <div role="alert">
      <Notice drawing={drawings[problem]} title={title} text={message ?? text}>
        {problem === 'network' ? (
          <RetryButton onRetry={onRetry} />
        ) : (
          <a className={buttonClass()} href={pages.index}>
            {t.chairPage.scanOther}
          </a>
        )}
      </Notice>
    </div>
  );
}
