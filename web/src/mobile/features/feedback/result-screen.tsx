import { pages, pageUrl } from '@recline/contract/pages';
import { Link, useSearch } from '@tanstack/react-router';
import { truncateMessage } from '../../../platform/truncate-message.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../shell/page.tsx';
import { useText } from '../../texts/app.ts';
import { isKnownMessage } from '../errors/index.ts';

/** The result of sending feedback or a report. After a failure the draft is kept. */
export function ResultScreen() {
  const t = useText();
  const { result, message = '', orderId, deviceId } = useSearch({ from: pages.result });
  const sent = result === 'success';
  const reason = isKnownMessage(message) ? truncateMessage(message) : '';
  const thanks = deviceId ? t.result.reportedText : t.result.successText;
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
        text={sent ? thanks : [reason, t.result.failureText].filter(Boolean).join(' ')}
      >
        {sent && home}
        {(orderId || deviceId) && <FormLink sent={sent} orderId={orderId} deviceId={deviceId} />}
        {!sent && home}
      </Notice>
    </Page>
  );
}

interface FormLinkProps {
  sent: boolean;
  orderId: string | undefined;
  deviceId: string | undefined;
}

/** Leads to the sent feedback, or to the form with the draft; after a report, back to the chair. */
function FormLink({ sent, orderId, deviceId }: FormLinkProps) {
  const t = useText();
  const style = buttonClass({ kind: sent ? 'quiet' : 'primary' });
  if (sent && deviceId)
    return (
      <a href={pageUrl(pages.index, { deviceId })} className={style}>
        {t.result.toChair}
      </a>
    );
  return (
    <Link to={pages.feedback} search={{ orderId, deviceId }} replace className={style}>
      {sent ? t.result.look : t.result.again}
    </Link>
  );
}
