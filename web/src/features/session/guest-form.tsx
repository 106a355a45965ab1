import { limits } from '@recline/contract/limits';
import type { LoginTexts } from '../../../locales/index.ts';
import { Field } from '../../ui/field.tsx';
import { FormFooter } from './form-footer.tsx';
import styles from './login-screen.module.css';

export function GuestForm({ texts: t }: { texts: LoginTexts }) {
  const send = (
    <button type="button" id="send-code" className={styles.inField}>
      {t.login.sendCode}
    </button>
  );
  return (
    <div id="guest-panel" role="tabpanel" aria-labelledby="way-guest" hidden>
      <form id="guest-form" method="post" className={styles.form} noValidate>
        <Field
          label={t.login.mobile}
          placeholder={t.login.mobilePrompt}
          name="mobile"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          enterKeyHint="next"
          maxLength={24}
        />
        <Field
          label={t.login.code}
          placeholder={t.login.codePrompt}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="go"
          maxLength={limits.smsCodeDigits}
          trailing={send}
        />
        <FormFooter texts={t} hint={t.login.firstTime} />
      </form>
    </div>
  );
}
