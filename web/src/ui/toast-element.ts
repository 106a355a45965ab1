import { onToast } from '../platform/toast.ts';
import styles from './toast-region.module.css';

/** Shows toasts in a prerendered region, as `<ToastRegion>` does. */
export function showToastsIn(region: HTMLElement): void {
  onToast((message) => {
    if (message === null) return region.replaceChildren();
    const toast = Object.assign(document.createElement('p'), { className: styles.toast, textContent: message });
    region.replaceChildren(toast);
  });
}
