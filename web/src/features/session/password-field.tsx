import { useState } from 'react';
import type { LoginTexts } from '../../../locales/index.ts';
import { Field } from '../../ui/field.tsx';
import styles from './login-screen.module.css';

export function PasswordField({ texts: t, error }: { texts: LoginTexts; error?: string }) {
  const [shown, setShown] = useState(false);
  const toggle = (
    <button
      type="button"
      id="show-password"
      className={styles.inField}
      aria-label={shown ? t.login.hidePassword : t.login.showPassword}
      onClick={() => setShown(!shown)}
    >
      {shown ? t.login.hide : t.login.show}
    </button>
  );
  return (
    <Field
      label={t.login.password}
      placeholder={t.login.passwordPrompt}
      name="password"
      type={shown ? 'text' : 'password'}
      autoComplete="current-password"
      enterKeyHint="go"
      maxLength={128}
      error={error}
      trailing={toggle}
    />
  );
}
