import type { LoginTexts } from '../../../locales/index.ts';
import { Button } from '../../ui/button.tsx';
import styles from './login-screen.module.css';

/** The button that sends the form, and a word about it. */
export function FormFooter({ texts: t, hint }: { texts: LoginTexts; hint: string }) {
  return (
    <>
      <Button type="submit">{t.login.submit}</Button>
      <p className={styles.hint}>{hint}</p>
    </>
  );
}
