import { limits } from '@recline/contract/limits';
import { type ReactNode, useRef, useState } from 'react';
import type { AppTexts } from '../../../../locales/index.ts';
import { useNow } from '../../../platform/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { isTooLong } from '../../../ui/characters.ts';
import { TextArea } from '../../../ui/text-area.tsx';
import { useFocusOnError } from '../../../ui/use-focus-on-error.ts';
import { useText } from '../../texts/app.ts';
import type { DraftText } from './drafts.ts';
import styles from './feedback-form.module.css';
import { FilePicker } from './file-picker.tsx';
import { ProblemChoice } from './problem-choice.tsx';
import type { OpenDraft } from './use-draft.ts';
import { type Subject, useSubmit } from './use-submit.ts';

const clockIntervalMs = 15_000;

interface FeedbackFormProps {
  subject: Subject;
  draft: OpenDraft;
  /** The order or the chair, with the time of the feedback. */
  facts(feedbackTime: Date): ReactNode;
}

export function FeedbackForm({ subject, draft, facts }: FeedbackFormProps) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(draft.text);
  const [checked, setChecked] = useState(false);
  const focusOnError = useFocusOnError(form);
  const { uploads, problem: fileProblem, stage, submit } = useSubmit(subject, draft, text);
  const errors = checked ? errorsOf(text, t) : {};
  const change = (part: Partial<DraftText>) => {
    setText({ ...text, ...part });
    draft.saveText({ ...text, ...part });
  };
  const send = () => {
    setChecked(true);
    if (Object.keys(errorsOf(text, t)).length === 0 && !isTooLong(text.description, limits.descriptionChars)) submit();
    else focusOnError();
  };
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {facts(new Date(useNow(clockIntervalMs)))}
      <Card>
        <ProblemChoice value={text.problem} onChange={(problem) => change({ problem })} error={errors.problem} />
      </Card>
      <Card title={t.feedback.description}>
        <TextArea
          label={t.feedback.description}
          placeholder={t.feedback.descriptionHint}
          value={text.description}
          maxLength={limits.descriptionChars}
          onChange={(description) => change({ description })}
        />
      </Card>
      <Card
        title={t.feedback.files}
        aside={<span className={styles.count}>{`${uploads.length}/${limits.feedbackFiles}`}</span>}
      >
        <FilePicker uploader={draft.uploader} uploads={uploads} />
        <p className={styles.hint}>{t.feedback.filesHint}</p>
      </Card>
      <div role="alert">{fileProblem && <p className={styles.error}>{fileProblem}</p>}</div>
      <Button type="submit" busy={stage !== 'open'}>
        {t.feedback.stages[stage]}
      </Button>
    </form>
  );
}

/** The missing fields with their messages. The problem is enough; a text is optional. */
function errorsOf(text: DraftText, t: AppTexts): Partial<DraftText> {
  return {
    ...(text.problem === '' ? { problem: t.feedback.noProblem } : {}),
  };
}
