import type { LoginTexts } from '../../../locales/index.ts';
import { Button } from '../../ui/button.tsx';
import styles from './login-screen.module.css';

interface FormFooterProps {
  texts: LoginTexts;
  busy: boolean;
  error?: string;
  hint: string;
}

/** What is wrong with the whole form, the button that sends it, and a word about it. */
export function FormFooter({ texts: t, busy, error, hint }: FormFooterProps) {
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
