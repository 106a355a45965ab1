import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import type { FormErrors } from './login-errors.ts';
import styles from './login-screen.module.css';
import type { WayProps } from './login-screen.tsx';
import { fetchKeyAhead, passwordLogin } from './public-key.ts';
import { textOf, useLoginForm } from './use-login-form.ts';

// A password may begin or end with a space, so it is taken as typed.
const passwordOf = (values: FormData) => String(values.get('password') ?? '');

export function ManagerForm({ texts, onLoggedIn }: WayProps) {
  const t = texts;
  const [shown, setShown] = useState(false);
  const check = (values: FormData): FormErrors => ({
    ...(textOf(values, 'account') === '' && { account: t.login.accountPrompt }),
    ...(passwordOf(values) === '' && { password: t.login.passwordPrompt }),
  });
  const login = (values: FormData) => passwordLogin(textOf(values, 'account'), passwordOf(values));
  const { form, busy, errors, submit } = useLoginForm({ texts, check, login, onLoggedIn });
  return (
    <form ref={form} id="manager-form" className={styles.form} onSubmit={submit} onFocus={fetchKeyAhead} noValidate>
      <Field
        label={t.login.account}
        placeholder={t.login.accountPrompt}
        name="account"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        maxLength={64}
        error={errors.account}
      />
      <Field
        label={t.login.password}
        placeholder={t.login.passwordPrompt}
        name="password"
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        enterKeyHint="go"
        maxLength={128}
        error={errors.password}
        trailing={
          <button
            type="button"
            id="show-password"
            className={styles.inField}
            aria-label={shown ? t.login.hidePassword : t.login.showPassword}
            onClick={() => setShown(!shown)}
          >
            {shown ? t.login.hide : t.login.show}
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
      <p className={styles.hint}>{t.login.encrypted}</p>
    </form>
  );
}
