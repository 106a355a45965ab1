import { pages } from '@recline/contract/pages';
import { Link, useSearch } from '@tanstack/react-router';
import { useText } from '../../platform/text.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';

/** The result of sending feedback. After a failure the draft is kept. */
export function ResultScreen() {
  const t = useText();
  const { result, message = '', orderId } = useSearch({ from: pages.result });
  const sent = result === 'success';
  const home = (
    <Link to={pages.login} replace className={buttonClass({ kind: sent ? 'primary' : 'quiet' })}>
      {t.result.home}
    </Link>
  );
  return (
    <Page title={t.result.title}>
      <Notice
        drawing={sent ? 'success' : 'other'}
        title={sent ? t.result.success : t.result.failure}
        text={sent ? t.result.successText : [message.slice(0, 120), t.result.failureText].filter(Boolean).join(' ')}
      >
        {sent && home}
        {orderId && (
          <Link
            to={pages.feedback}
            search={{ orderId }}
            replace
            className={buttonClass({ kind: sent ? 'quiet' : 'primary' })}
          >
            {sent ? t.result.look : t.result.again}
          </Link>
        )}
        {!sent && home}
      </Notice>
    </Page>
  );
}
