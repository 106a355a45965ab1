import { limits } from '@recline/contract/limits';
import { isMobile, isNumericCode, plainMobile } from '@recline/contract/validators';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { useResendCountdown } from '../../ui/use-resend-countdown.ts';
import { type FormErrors, formErrors } from './login-errors.ts';
import styles from './login-screen.module.css';
import type { WayProps } from './login-screen.tsx';
import { textOf, useLoginForm } from './use-login-form.ts';

export function GuestForm({ texts, onLoggedIn }: WayProps) {
  const t = texts;
  const [sending, setSending] = useState(false);
  const countdown = useResendCountdown();
  const checkMobile = (values: FormData): FormErrors => {
    const mobile = textOf(values, 'mobile');
    if (mobile === '') return { mobile: t.login.mobilePrompt };
    return isMobile(mobile) ? {} : { mobile: t.login.mobileWrong };
  };
  const checkCode = (values: FormData): FormErrors => {
    const code = textOf(values, 'code');
    if (code === '') return { code: t.login.codePrompt };
    return isNumericCode(code, limits.smsCodeDigits) ? {} : { code: t.login.codeWrong(limits.smsCodeDigits) };
  };
  const login = async (values: FormData) => {
    const mobile = plainMobile(textOf(values, 'mobile'));
    return (await api.session.smsLogin({ mobile, code: textOf(values, 'code') })).accessToken;
  };
  const check = (values: FormData) => ({ ...checkMobile(values), ...checkCode(values) });
  const { form, busy, errors, show, submit } = useLoginForm({ texts, check, login, onLoggedIn });

  const sendCode = async () => {
    if (!form.current || sending || countdown.left > 0) return;
    const values = new FormData(form.current);
    const found = checkMobile(values);
    show(found);
    if (found.mobile) return;
    setSending(true);
    try {
      const { resendAfter } = await api.session.smsCode({ mobile: plainMobile(textOf(values, 'mobile')) });
      countdown.start(Number(resendAfter));
      toast(t.login.codeSent);
    } catch (error) {
      show(formErrors(error, t));
    }
    setSending(false);
  };

  return (
    <form ref={form} id="guest-form" className={styles.form} onSubmit={submit} noValidate>
      <Field
        label={t.login.mobile}
        placeholder={t.login.mobilePrompt}
        name="mobile"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="next"
        maxLength={24}
        error={errors.mobile}
      />
      <Field
        label={t.login.code}
        placeholder={t.login.codePrompt}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="go"
        maxLength={limits.smsCodeDigits}
        error={errors.code}
        trailing={
          <button
            type="button"
            id="send-code"
            className={styles.inField}
            disabled={sending || countdown.left > 0}
            onClick={() => void sendCode()}
          >
            {countdown.left > 0 ? t.login.resendIn(countdown.left) : t.login.sendCode}
          </button>
        }
      />
      {errors.form && (
        <p role="alert" className={styles.formError}>
          {errors.form}
        </p>
      )}
      <Button type="submit" busy={busy}>
        {busy ? t.login.submitting : t.login.submit}
      </Button>
      <p className={styles.hint}>{t.login.firstTime}</p>
    </form>
  );
}
