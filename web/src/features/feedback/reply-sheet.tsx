import { limits } from '@recline/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { useText } from '../../platform/text.tsx';
import { toast } from '../../platform/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Chips } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { type FeedbackRow, refreshFeedback } from './feedback.queries.ts';

interface ReplySheetProps {
  feedback: FeedbackRow;
  open: boolean;
  onClose(): Promise<void>;
}

export function ReplySheet({ feedback, open, onClose }: ReplySheetProps) {
  const t = useText();
  return (
    <Dialog open={open} onClose={() => void onClose()} title={t.feedback.replyTitle}>
      <ReplyForm feedback={feedback} onClose={onClose} />
    </Dialog>
  );
}

function ReplyForm({ feedback, onClose }: { feedback: FeedbackRow; onClose(): Promise<void> }) {
  const t = useText();
  const client = useQueryClient();
  const [reply, setReply] = useState(feedback.reply ?? '');
  const [status, setStatus] = useState<'open' | 'done'>(feedback.status === 'open' ? 'open' : 'done');
  const [checked, setChecked] = useState(false);
  const missing = reply.trim() === '';
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.feedback.reply({ feedbackId: feedback.feedbackId, reply: reply.trim(), status }),
    onSuccess: async () => {
      toast(t.feedback.replied);
      await onClose();
      await refreshFeedback(client);
    },
  });
  return (
    <>
      <TextArea
        label={t.feedback.replyTitle}
        placeholder={t.feedback.replyHint}
        value={reply}
        maxLength={limits.replyChars}
        onChange={setReply}
        error={checked && missing ? t.feedback.noReply : undefined}
      />
      <Chips<'open' | 'done'>
        wrap
        label={t.feedback.statusAfter}
        options={(['open', 'done'] as const).map((value) => ({ value, label: t.feedback.statuses[value] }))}
        value={status}
        onChange={setStatus}
      />
      <Button
        busy={isPending}
        onClick={() => {
          setChecked(true);
          if (!missing) mutate();
        }}
      >
        {t.feedback.sendReply}
      </Button>
    </>
  );
}
