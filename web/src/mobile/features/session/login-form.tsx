import { type ComponentProps, type SubmitEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useFocusOnError } from '../../../ui/use-focus-on-error.ts';
import { useText } from '../../texts/login.ts';
import { type FormErrors, formErrors } from './login-errors.ts';
import styles from './login-form.module.css';
import type { LoggedIn } from './password-login.ts';

interface LoginFormOptions {
  /** Validates the values; empty if they are valid. */
  check(values: FormData): FormErrors;
  login(values: FormData): Promise<LoggedIn>;
  onLoggedIn(answer: LoggedIn): Promise<void>;
}

export const textOf = (values: FormData, name: string): string => {
  const value = values.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

/** One login at a time. Each error is shown at its field, and the first field with one gets the focus. */
export function useLoginForm({ check, login, onLoggedIn }: LoginFormOptions) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState<FormErrors>({});
  const [busy, setBusy] = useState(false);
  const focusOnError = useFocusOnError(form);
  const report = (wrong: FormErrors) => {
    setFound(wrong);
    focusOnError();
  };
  const run = async (values: FormData) => {
    setBusy(true);
    try {
      await onLoggedIn(await login(values));
    } catch (error) {
      report(formErrors(error, t));
      setBusy(false);
    }
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const values = new FormData(event.currentTarget);
    const wrong = check(values);
    report(wrong);
    if (Object.keys(wrong).length === 0) void run(values);
  };
  return { form, found, report, busy, onSubmit };
}

/** The form itself: fields one below the other, without the browser's validation. */
export const LoginForm = (props: ComponentProps<'form'>) => (
  <form {...props} method="post" className={styles.form} noValidate />
);

/** A button at the end of a field. */
export const FieldButton = (props: ComponentProps<'button'>) => (
  <button {...props} type="button" className={styles.inField} />
);

/** An error of the whole form, the submit button, and a hint. */
export function FormFooter({ error, busy, hint }: { error: string | undefined; busy: boolean; hint: string }) {
  const t = useText();
  return (
    <>
      {error && (
        <p role="alert" className={styles.formError}>
          {error}
        </p>
      )}
      <Button type="submit" busy={busy}>
        {busy ? t.login.submitting : t.login.submit}
      </Button>
      <p className={styles.hint}>{hint}</p>
    </>
  );
}
