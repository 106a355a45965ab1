import { limits } from '@recline/contract/limits';
import { isMobile, isNumericCode, plainMobile } from '@recline/contract/validators';
import type { LoginTexts } from '../../../locales/index.ts';
import { api } from '../../platform/api.ts';
import { Field } from '../../ui/field.tsx';
import { CodeField } from './code-field.tsx';
import { FormFooter } from './form-footer.tsx';
import type { FormErrors } from './login-errors.ts';
import styles from './login-screen.module.css';
import type { WayProps } from './login-screen.tsx';
import { textOf, useLoginForm } from './use-login-form.ts';

const mobileOf = (values: FormData) => plainMobile(textOf(values, 'mobile'));

function checkMobile(values: FormData, t: LoginTexts): FormErrors {
  if (mobileOf(values) === '') return { mobile: t.login.mobilePrompt };
  return isMobile(mobileOf(values)) ? {} : { mobile: t.login.mobileWrong };
}

function checkCode(values: FormData, t: LoginTexts): FormErrors {
  const code = textOf(values, 'code');
  if (code === '') return { code: t.login.codePrompt };
  return isNumericCode(code, limits.smsCodeDigits) ? {} : { code: t.login.codeWrong(limits.smsCodeDigits) };
}

async function login(values: FormData): Promise<string> {
  const answer = await api.session.smsLogin({ mobile: mobileOf(values), code: textOf(values, 'code') });
  return answer.accessToken;
}

export function GuestForm({ texts: t, onLoggedIn }: WayProps) {
  const check = (values: FormData) => ({ ...checkMobile(values, t), ...checkCode(values, t) });
  const { form, busy, errors, show, submit } = useLoginForm({ texts: t, check, login, onLoggedIn });
  /** The number to send a code to; one that will not do is pointed out instead. */
  const readMobile = () => {
    const values = new FormData(form.current ?? undefined);
    const found = checkMobile(values, t);
    show(found);
    return found.mobile ? null : mobileOf(values);
  };
  return (
    <form ref={form} id="guest-form" method="post" className={styles.form} onSubmit={submit} noValidate>
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
      <CodeField texts={t} error={errors.code} readMobile={readMobile} onErrors={show} />
      <FormFooter texts={t} busy={busy} error={errors.form} hint={t.login.firstTime} />
    </form>
  );
}
