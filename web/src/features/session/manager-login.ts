import type { LoginTexts } from '../../../locales/index.ts';
import type { FormErrors } from './login-errors.ts';
import { runForm, textOf } from './login-form.ts';
import type { Part, WayIn } from './login-page.ts';
import { passwordLogin, prefetchPublicKey } from './password-login.ts';

// A password may begin or end with a space, so it is taken as typed.
const passwordOf = (values: FormData) => String(values.get('password') ?? '');

const check = (values: FormData, t: LoginTexts): FormErrors => ({
  ...(textOf(values, 'account') === '' && { account: t.login.accountPrompt }),
  ...(passwordOf(values) === '' && { password: t.login.passwordPrompt }),
});

function runLook(part: Part, t: LoginTexts): void {
  const password = part('[name=password]', HTMLInputElement);
  const look = part('#show-password', HTMLButtonElement);
  look.addEventListener('click', () => {
    const shown = password.type === 'password';
    password.type = shown ? 'text' : 'password';
    look.textContent = shown ? t.login.hide : t.login.show;
    look.setAttribute('aria-label', shown ? t.login.hidePassword : t.login.showPassword);
  });
}

/** The login with account and password, which is encrypted before it is sent. */
export function runManagerForm(part: Part, { texts, onLoggedIn }: WayIn): void {
  const form = part('#manager-form', HTMLFormElement);
  form.addEventListener('focusin', prefetchPublicKey, { once: true });
  runLook(part, texts);
  runForm(form, {
    texts,
    onLoggedIn,
    check: (values) => check(values, texts),
    login: (values) => passwordLogin(textOf(values, 'account'), passwordOf(values)),
  });
}
