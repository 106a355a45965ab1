import { useState } from 'react';
import { Field } from '../../../ui/field.tsx';
import { useText } from '../../texts/login.ts';
import { FieldButton, FormFooter, LoginForm, textOf, useLoginForm } from './login-form.tsx';
import { type LoggedIn, passwordLogin, prefetchPublicKey } from './password-login.ts';

// A password may begin or end with a space, so it is taken as typed.
const passwordOf = (values: FormData) => String(values.get('password') ?? '');

/** The login with account and password, which is encrypted before it is sent. */
export function ManagerForm({ onLoggedIn }: { onLoggedIn(answer: LoggedIn): Promise<void> }) {
  const t = useText();
  const [shown, setShown] = useState(false);
  const { form, found, busy, onSubmit } = useLoginForm({
    onLoggedIn,
    check: (values) => ({
      ...(textOf(values, 'account') === '' && { account: t.login.accountPrompt }),
      ...(passwordOf(values) === '' && { password: t.login.passwordPrompt }),
    }),
    login: (values) => passwordLogin(textOf(values, 'account'), passwordOf(values)),
  });
  const look = (
    <FieldButton aria-label={shown ? t.login.hidePassword : t.login.showPassword} onClick={() => setShown(!shown)}>
      {shown ? t.login.hide : t.login.show}
    </FieldButton>
  );
  return (
    <LoginForm ref={form} id="manager-form" onSubmit={onSubmit} onFocus={prefetchPublicKey}>
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
        error={found.account}
      />
      <Field
        label={t.login.password}
        placeholder={t.login.passwordPrompt}
        name="password"
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        enterKeyHint="go"
        maxLength={128}
        trailing={look}
        error={found.password}
      />
      <FormFooter error={found.form} busy={busy} hint={t.login.encrypted} />
    </LoginForm>
  );
}
