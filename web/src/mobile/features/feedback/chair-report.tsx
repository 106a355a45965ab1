import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFormat } from '../../../platform/text.tsx';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { Page } from '../../shell/page.tsx';
import { useText } from '../../texts/app.ts';
import { ensureSession } from '../session/index.ts';
import { chairQuery } from './feedback.queries.ts';
import { FeedbackForm } from './feedback-form.tsx';
import { useDraft } from './use-draft.ts';

/** Drafts of reports belong to the browser, because their author may have no account yet. */
const anybody = 'chair report';

/** A report about a chair that is broken or was paid by coin. It needs no login: sending it opens a guest session. */
export function ChairReport({ deviceId }: { deviceId: string }) {
  const t = useText();
  const format = useFormat();
  const { data: chair, error, refetch } = useQuery(chairQuery(deviceId));
  const draft = useDraft(anybody, deviceId, ensureSession);
  const subject = useMemo(() => ({ deviceId }), [deviceId]);
  const facts = (at: Date) => (
    <Card aria-label={t.feedback.chair}>
      <Facts
        rows={[
          [t.feedback.device, deviceId],
          [t.feedback.outlet, chair && `${chair.outletName} · ${chair.name}`],
          [t.feedback.feedbackTime, format.dateTime(at)],
        ]}
      />
    </Card>
  );
  return (
    <Page title={t.feedback.reportTitle} chair={deviceId}>
      {!chair && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !(chair && draft) && <LoadingState />}
      {chair && draft && <FeedbackForm subject={subject} draft={draft} facts={facts} />}
    </Page>
  );
}
