import type { LoginTexts } from '../../../locales/index.ts';
import { Button } from '../../ui/button.tsx';
import styles from './login-screen.module.css';

/** The submit button with a hint. */
export function FormFooter({ texts: t, hint }: { texts: LoginTexts; hint: string }) {
  return (
    <>
      <Button type="submit">{t.login.submit}</Button>
      <p className={styles.hint}>{hint}</p>
    </>
  );
}
