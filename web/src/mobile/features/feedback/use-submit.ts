import { pages } from '@recline/contract/pages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { hasCode } from '../../../platform/api-error.ts';
import { config } from '../../../platform/config.ts';
import { clientLine } from '../../../platform/system-info.ts';
import { refreshOrders } from '../../data/orders.keys.ts';
import { useText } from '../../texts/app.ts';
import { noteMessage } from '../errors/index.ts';
import { token, useSystemInfo } from '../session/index.ts';
import type { DraftText } from './drafts.ts';
import { failureMessages } from './failure-messages.ts';
import { sendFeedback } from './feedback.queries.ts';
import type { OpenDraft } from './use-draft.ts';

type Problem = Parameters<typeof sendFeedback>[0]['problem'];

/** The subject of feedback: an order, or a chair without one. */
export type Subject = { orderId: string } | { deviceId: string };

/** Sends the feedback once every file is uploaded, then opens the result page. */
export function useSubmit(subject: Subject, draft: OpenDraft, text: DraftText) {
  const t = useText();
  const { uploader } = draft;
  const info = useSystemInfo();
  const client = info && clientLine(config, info);
  const uploads = useSyncExternalStore(uploader.subscribe, uploader.uploads);
  const [submitRequested, setSubmitRequested] = useState(false);
  const sending = useSend(subject, draft);
  const failed = uploads.filter(({ state }) => state.kind === 'failed');
  const urls = uploads.flatMap(({ state }) => (state.kind === 'done' ? [state.url] : []));
  const allUploaded = urls.length === uploads.length;
  const { mutate } = sending;
  const isSent = sending.isPending || sending.isSuccess;

  useEffect(() => {
    if (!submitRequested) return;
    if (failed.length > 0 || isSent) setSubmitRequested(false);
    else if (allUploaded) {
      setSubmitRequested(false);
      // The options come from the server's dictionary, so the value is valid.
      mutate({
        ...subject,
        problem: text.problem as Problem,
        description: text.description.trim(),
        files: urls,
        client,
      });
    }
  }, [submitRequested, failed.length, isSent, allUploaded, mutate, subject, text, urls, client]);

  const stage = isSent ? 'sending' : submitRequested ? 'waiting' : 'open';
  const problem =
    failed.length > 0 ? `${t.feedback.filesFailed(failed.length)} ${failureMessages(failed, t)}` : undefined;
  return { uploads, problem, stage, submit: () => setSubmitRequested(true) } as const;
}

function useSend(subject: Subject, draft: OpenDraft) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const show = (search: { result: 'success' | 'failure'; message?: string }) =>
    navigate({ to: pages.result, search: { ...search, ...subject }, replace: true });
  return useMutation({
    mutationFn: async (input: Parameters<typeof sendFeedback>[0]) => {
      await draft.openSession();
      return sendFeedback(input);
    },
    meta: { quiet: true },
    onSuccess: async () => {
      await draft.clear();
      await show({ result: 'success' });
      void refreshOrders(client);
    },
    onError: async (error) => {
      // No session could be opened, which the result page needs; the message was shown.
      if (!token()) return;
      if (hasCode(error, 400)) await draft.clearUploadUrls();
      await show({ result: 'failure', message: noteMessage(error.message) });
      void refreshOrders(client);
    },
  });
}
