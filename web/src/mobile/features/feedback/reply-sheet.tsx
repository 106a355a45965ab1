import type { Language } from '@recline/contract/languages';
import { limits } from '@recline/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { everyLanguage } from '../../../../locales/every-language.ts';
import { useFailure } from '../../../platform/failure.ts';
import { toast } from '../../../platform/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { isTooLong } from '../../../ui/characters.ts';
import { Chips } from '../../../ui/chip.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useFocusOnError } from '../../../ui/use-focus-on-error.ts';
import { api } from '../../data/api.ts';
import { refreshOrders } from '../../data/orders.keys.ts';
import { useLanguage, useText } from '../../texts/app.ts';
import type { FeedbackRow } from './feedback.queries.ts';
import styles from './reply-sheet.module.css';

const templateNames = ['sorry', 'repaired', 'refunded', 'thanks'] as const;
type TemplateName = (typeof templateNames)[number];

function templateIn(language: Language, name: TemplateName): string {
  const t = everyLanguage[language];
  return t.replies.templates[name];
}

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
  const wrong = missing || isTooLong(reply, limits.replyChars);
  const { mutate, isPending, error } = useMutation({
    meta: { quiet: true },
    mutationFn: () => api.feedback.reply({ feedbackId: feedback.feedbackId, reply: reply.trim(), status }),
    onSuccess: async () => {
      toast(t.feedback.replied);
      await onClose();
      await refreshOrders(client);
    },
  });
  const problem = useFailure(error, t.feedback.replyUnknown);
  const form = useRef<HTMLFormElement>(null);
  const focusOnError = useFocusOnError(form);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setChecked(true);
    if (wrong) focusOnError();
    else mutate();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        <Templates onPick={(name) => setReply(templateIn(feedback.language ?? language, name))} />
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
        <Problem text={problem} />
        <Button type="submit" busy={isPending}>
          {t.feedback.sendReply}
        </Button>
      </Stack>
    </form>
  );
}

/** Prepared replies, named in the manager's language and written in the guest's. */
function Templates({ onPick }: { onPick(name: TemplateName): void }) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/useSemanticElements: Safari before 18 lays out no fieldset
    <div role="group" aria-label={t.feedback.templates} className={styles.templates}>
      {templateNames.map((name) => (
        <Button key={name} kind="quiet" size="small" onClick={() => onPick(name)}>
          {t.feedback.templateNames[name]}
        </Button>
      ))}
    </div>
  );
}
