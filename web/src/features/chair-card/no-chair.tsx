import { pages } from '@recline/contract/pages';
import { useText } from '../../platform/text.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RetryButton } from './unavailable-chair.tsx';
import type { CardView } from './use-card.ts';

interface NoChairProps {
  problem: NonNullable<CardView['problem']>;
  message?: string | undefined;
  onRetry(): Promise<void>;
}

const drawings = { unknown: 'notFound', noChair: 'massage', network: 'network' } as const;

/** No chair to show: an unknown number, none scanned, or no network yet. */
export function NoChair({ problem, message, onRetry }: NoChairProps) {
  const t = useText();
  const { title, text } = t.sticker.problems[problem];
  return (
    <div role={problem === 'noChair' ? undefined : 'alert'}>
      <Notice drawing={drawings[problem]} title={title} text={message ?? text}>
        {problem === 'network' ? (
          <RetryButton onRetry={onRetry} />
        ) : (
          <a className={buttonClass()} href={pages.quickStart}>
            {problem === 'noChair' ? t.sticker.scan : t.sticker.scanOther}
          </a>
        )}
      </Notice>
    </div>
  );
}
