/** As `form.requestSubmit()`, which Safari has from 16: the submit button checks the form and tells React. */
export function submitForm(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"], button:not([type])');
  button?.click();
}
