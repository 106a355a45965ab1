import { limits } from '@recline/contract/limits';
import { useState } from 'react';
import type { LoginTexts } from '../../../locales/index.ts';
import { api } from '../../platform/api.ts';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { useResendCountdown } from '../../ui/use-resend-countdown.ts';
import { type FormErrors, formErrors } from './login-errors.ts';
import styles from './login-screen.module.css';

interface CodeFieldProps {
  texts: LoginTexts;
  error?: string;
  /** The number that the code goes to, or null where it will not do. */
  readMobile(): string | null;
  onErrors(errors: FormErrors): void;
}

/** The code from the message, with the button that sends it, which rests for a minute each time. */
export function CodeField({ texts: t, error, readMobile, onErrors }: CodeFieldProps) {
  const [sending, setSending] = useState(false);
  const countdown = useResendCountdown();

  const send = async () => {
    const mobile = readMobile();
    if (mobile === null) return;
    setSending(true);
    try {
      const { resendAfter } = await api.session.smsCode({ mobile });
      countdown.start(Number(resendAfter));
      toast(t.login.codeSent);
    } catch (reason) {
      onErrors(formErrors(reason, t));
    }
    setSending(false);
  };

  const button = (
    <button
      type="button"
      id="send-code"
      className={styles.inField}
      disabled={sending || countdown.left > 0}
      onClick={() => void send()}
    >
      {countdown.left > 0 ? t.login.resendIn(countdown.left) : t.login.sendCode}
    </button>
  );
  return (
    <Field
      label={t.login.code}
      placeholder={t.login.codePrompt}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      enterKeyHint="go"
      maxLength={limits.smsCodeDigits}
      error={error}
      trailing={button}
    />
  );
}
