/**
 * Like `form.requestSubmit()`, which Safari lacks before 16: the submit button validates the form and notifies React.
 */
export function submitForm(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"], button:not([type])');
  button?.click();
}
