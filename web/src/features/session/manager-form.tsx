import type { LoginTexts } from '../../../locales/index.ts';
import { Field } from '../../ui/field.tsx';
import { FormFooter } from './form-footer.tsx';
import styles from './login-screen.module.css';

export function ManagerForm({ texts: t }: { texts: LoginTexts }) {
  const look = (
    <button type="button" id="show-password" className={styles.inField} aria-label={t.login.showPassword}>
      {t.login.show}
    </button>
  );
  return (
    <div id="manager-panel" role="tabpanel" aria-labelledby="way-manager">
      <form id="manager-form" method="post" className={styles.form} noValidate>
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
        />
        <Field
          label={t.login.password}
          placeholder={t.login.passwordPrompt}
          name="password"
          type="password"
          autoComplete="current-password"
          enterKeyHint="go"
          maxLength={128}
          trailing={look}
        />
        <FormFooter texts={t} hint={t.login.encrypted} />
      </form>
    </div>
  );
}
