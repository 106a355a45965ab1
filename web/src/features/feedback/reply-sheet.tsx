import { limits } from '@recline/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { useLanguage, useText } from '../../platform/text.tsx';
import { toast } from '../../platform/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Chips } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import styles from './feedback.module.css';
import { type FeedbackRow, refreshFeedback } from './feedback.queries.ts';
import { replyTemplates, type TemplateName, templateNames } from './reply-templates.ts';

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
  const { texts: t, language } = useLanguage();
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
      <Templates onPick={(name) => setReply(replyTemplates[feedback.language ?? language][name])} />
      <TextArea
        label={t.feedback.replyTitle}
        placeholder={feedback.order ? t.feedback.replyHint : t.feedback.recordHint}
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

/** Ready replies, named in the manager's language and written in the guest's. */
function Templates({ onPick }: { onPick(name: TemplateName): void }) {
  const t = useText();
  return (
    <fieldset className={styles.templates}>
      <legend className="hidden-text">{t.feedback.templates}</legend>
      {templateNames.map((name) => (
        <Button key={name} kind="quiet" size="small" onClick={() => onPick(name)}>
          {t.feedback.templateNames[name]}
        </Button>
      ))}
    </fieldset>
  );
}
