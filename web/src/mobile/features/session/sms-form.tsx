import { limits } from '@recline/contract/limits';
import { isMobile, isNumericCode, plainMobile } from '@recline/contract/validators';
import { type ChangeEvent, useEffect, useState } from 'react';
import type { LoginTexts } from '../../../../locales/index.ts';
import { submitForm } from '../../../platform/submit-form.ts';
import { toast } from '../../../platform/toast.ts';
import { Field } from '../../../ui/field.tsx';
import { secondsLeft } from '../../../ui/seconds.ts';
import { api } from '../../data/api.ts';
import { useText } from '../../texts/login.ts';
import { agreedVersion, Consent } from '../agreements/index.ts';
import { type FormErrors, formErrors } from './login-errors.ts';
import { FieldButton, FormFooter, LoginForm, textOf, useLoginForm } from './login-form.tsx';
import type { LoggedIn } from './password-login.ts';

const mobileOf = (values: FormData) => plainMobile(textOf(values, 'mobile'));

function checkMobile(values: FormData, t: LoginTexts): FormErrors {
  if (mobileOf(values) === '') return { mobile: t.login.mobilePrompt };
  return isMobile(mobileOf(values)) ? {} : { mobile: t.login.mobileWrong };
}

const isWholeCode = (code: string) => isNumericCode(code, limits.smsCodeDigits);

function checkCode(values: FormData, t: LoginTexts): FormErrors {
  const code = textOf(values, 'code');
  if (code === '') return { code: t.login.codePrompt };
  return isWholeCode(code) ? {} : { code: t.login.codeWrong(limits.smsCodeDigits) };
}

/** Another server may send no time. */
const resendSeconds = (answer: { resendAfter?: unknown } | null) =>
  Number(answer?.resendAfter ?? limits.smsResendSeconds);

/** The seconds until a new code may be sent; based on the clock, so it is right after the phone slept. */
function useWait(): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const tick = () => setLeft(secondsLeft(until, Date.now()));
    tick();
    if (until === 0) return;
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [until]);
  return [left, (seconds) => setUntil(Date.now() + seconds * 1000)];
}

export interface SmsFormProps {
  hint: string;
  onLoggedIn(answer: LoggedIn): Promise<void>;
}

/** A mobile number and an SMS code. The code is sent as soon as it is complete. */
export function SmsForm({ hint, onLoggedIn }: SmsFormProps) {
  const t = useText();
  const [wait, setWait] = useWait();
  const [sending, setSending] = useState(false);
  const { form, found, report, busy, onSubmit } = useLoginForm({
    onLoggedIn,
    check: (values) => ({ ...checkMobile(values, t), ...checkCode(values, t) }),
    login: async (values) =>
      api.session.smsLogin({
        mobile: mobileOf(values),
        code: textOf(values, 'code'),
        agreed: await agreedVersion(),
      }),
  });
  const request = async (mobile: string) => {
    setSending(true);
    try {
      setWait(resendSeconds(await api.session.smsCode({ mobile })));
      toast(t.login.codeSent);
      form.current?.querySelector<HTMLInputElement>('[name=code]')?.focus();
    } catch (error) {
      report(formErrors(error, t));
    }
    setSending(false);
  };
  const sendCode = () => {
    if (!form.current) return;
    const values = new FormData(form.current);
    const wrong = checkMobile(values, t);
    report(wrong);
    if (!wrong.mobile) void request(mobileOf(values));
  };
  const submitWhenComplete = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (isWholeCode(target.value.trim()) && target.form) submitForm(target.form);
  };
  const send = (
    <FieldButton disabled={sending || wait > 0} onClick={sendCode}>
      {wait > 0 ? t.login.resendIn(wait) : t.login.sendCode}
    </FieldButton>
  );
  return (
    <LoginForm ref={form} onSubmit={onSubmit}>
      <Field
        label={t.login.mobile}
        placeholder={t.login.mobilePrompt}
        name="mobile"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="next"
        maxLength={24}
        error={found.mobile}
      />
      <Field
        label={t.login.code}
        placeholder={t.login.codePrompt}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="go"
        maxLength={limits.smsCodeDigits}
        trailing={send}
        error={found.code}
        onChange={submitWhenComplete}
      />
      <Consent sentence={t.login.consent} />
      <FormFooter error={found.form} busy={busy} hint={hint} />
    </LoginForm>
  );
}
