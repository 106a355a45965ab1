import type { LoginTexts } from '../../../locales/index.ts';
import { setFieldError } from '../../ui/field-error.ts';
import { type FormErrors, formErrors } from './login-errors.ts';
import styles from './login-screen.module.css';
import type { LoggedIn } from './password-login.ts';

interface LoginForm {
  texts: LoginTexts;
  /** Validates the values; empty where they are valid. */
  check(values: FormData): FormErrors;
  login(values: FormData): Promise<LoggedIn>;
  onLoggedIn(answer: LoggedIn): Promise<void>;
}

export const textOf = (values: FormData, name: string): string => {
  const value = values.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

/** Shows each error at its field and focuses the first. */
export function showErrors(form: HTMLFormElement, found: FormErrors): void {
  const inputs = [...form.querySelectorAll('input')];
  for (const input of inputs) setFieldError(input, found[input.name as keyof FormErrors]);
  showFormError(form, found.form);
  inputs.find((input) => input.name in found)?.focus();
}

/** Shows an error of the whole form above the button. */
function showFormError(form: HTMLFormElement, error: string | undefined): void {
  form.querySelector('[role=alert]')?.remove();
  if (error === undefined) return;
  const message = Object.assign(document.createElement('p'), { className: styles.formError, textContent: error });
  message.setAttribute('role', 'alert');
  form.querySelector('[type=submit]')?.before(message);
}

/** A busy button keeps its size and focus. */
function setBusy(form: HTMLFormElement, busy: boolean, t: LoginTexts): void {
  const button = form.querySelector('button[type=submit]');
  if (!button) return;
  button.textContent = busy ? t.login.submitting : t.login.submit;
  for (const state of ['aria-busy', 'aria-disabled']) {
    if (busy) button.setAttribute(state, 'true');
    else button.removeAttribute(state);
  }
}

/** Logs in when the form is submitted, one login at a time. */
export function runForm(form: HTMLFormElement, { texts, check, login, onLoggedIn }: LoginForm): void {
  let running = false;
  const run = async (values: FormData) => {
    running = true;
    setBusy(form, true, texts);
    try {
      await onLoggedIn(await login(values));
    } catch (error) {
      showErrors(form, formErrors(error, texts));
      running = false;
      setBusy(form, false, texts);
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (running) return;
    const values = new FormData(form);
    const found = check(values);
    showErrors(form, found);
    if (Object.keys(found).length === 0) void run(values);
  });
}
