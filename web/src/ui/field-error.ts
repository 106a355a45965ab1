import styles from './field.module.css';

/** Sets or clears the error of a prerendered field, as `<Field error>` does. */
export function setFieldError(input: HTMLInputElement, error: string | undefined): void {
  const box = input.parentElement;
  const id = `${input.id}-error`;
  box?.classList.toggle(String(styles.wrong), error !== undefined);
  document.getElementById(id)?.remove();
  if (error === undefined) {
    input.removeAttribute('aria-invalid');
    input.removeAttribute('aria-describedby');
    return;
  }
  input.setAttribute('aria-invalid', 'true');
  input.setAttribute('aria-describedby', id);
  box?.after(Object.assign(document.createElement('p'), { id, className: styles.error, textContent: error }));
}
