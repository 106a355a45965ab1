import { Field } from '../../ui/field.tsx';
import { FormFooter } from './form-footer.tsx';
import type { FormErrors } from './login-errors.ts';
import styles from './login-screen.module.css';
import type { WayProps } from './login-screen.tsx';
import { PasswordField } from './password-field.tsx';
import { fetchKeyAhead, passwordLogin } from './public-key.ts';
import { textOf, useLoginForm } from './use-login-form.ts';

// A password may begin or end with a space, so it is taken as typed.
const passwordOf = (values: FormData) => String(values.get('password') ?? '');

export function ManagerForm({ texts: t, onLoggedIn }: WayProps) {
  const check = (values: FormData): FormErrors => ({
    ...(textOf(values, 'account') === '' && { account: t.login.accountPrompt }),
    ...(passwordOf(values) === '' && { password: t.login.passwordPrompt }),
  });
  const login = (values: FormData) => passwordLogin(textOf(values, 'account'), passwordOf(values));
  const { form, busy, errors, submit } = useLoginForm({ texts: t, check, login, onLoggedIn });
  return (
    <form
      ref={form}
      id="manager-form"
      method="post"
      className={styles.form}
      onSubmit={submit}
      onFocus={fetchKeyAhead}
      noValidate
    >
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
      <PasswordField texts={t} error={errors.password} />
      <FormFooter texts={t} busy={busy} error={errors.form} hint={t.login.encrypted} />
    </form>
  );
}
