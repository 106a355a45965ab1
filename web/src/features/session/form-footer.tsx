import type { LoginTexts } from '../../../locales/index.ts';
import { Button } from '../../ui/button.tsx';
import styles from './login-screen.module.css';

/** Room for what is wrong with the whole form, the button that sends it, and a word about it. */
export function FormFooter({ texts: t, hint }: { texts: LoginTexts; hint: string }) {
  return (
    <>
      <p role="alert" className={styles.formError} />
      <Button type="submit">{t.login.submit}</Button>
      <p className={styles.hint}>{hint}</p>
    </>
  );
}
