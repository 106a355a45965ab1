import { type SubmitEvent, useRef, useState } from 'react';
import type { LoginTexts } from '../../../locales/index.ts';
import { type FormErrors, formErrors } from './login-errors.ts';

interface LoginForm {
  texts: LoginTexts;
  /** What is wrong with the values, empty when nothing is. */
  check(values: FormData): FormErrors;
  /** Logs in and gives the token. */
  login(values: FormData): Promise<string>;
  onLoggedIn(token: string): Promise<void>;
}

/** One submit at a time; the first field in error gets the focus. */
export function useLoginForm({ texts, check, login, onLoggedIn }: LoginForm) {
  const form = useRef<HTMLFormElement>(null);
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FormErrors>({});

  const show = (found: FormErrors) => {
    setErrors(found);
    const wrong = Object.keys(found).map((name) => form.current?.elements.namedItem(name));
    wrong.find((element) => element instanceof HTMLInputElement)?.focus();
  };

  const run = async (values: FormData) => {
    try {
      await onLoggedIn(await login(values));
    } catch (error) {
      show(formErrors(error, texts));
      running.current = false;
      setBusy(false);
    }
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (running.current) return;
    const values = new FormData(event.currentTarget);
    const found = check(values);
    show(found);
    if (Object.keys(found).length > 0) return;
    running.current = true;
    setBusy(true);
    void run(values);
  };

  return { form, busy, errors, show, submit };
}

export const textOf = (values: FormData, name: string): string => {
  const value = values.get(name);
  return typeof value === 'string' ? value.trim() : '';
};
