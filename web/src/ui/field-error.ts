import styles from './field.module.css';

/** Says what is wrong with a field that stands in the page as HTML, the way `<Field error>` does; or that nothing is. */
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
