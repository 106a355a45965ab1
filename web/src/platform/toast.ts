/** One message at a time, for 2000 ms; the region that shows it is ToastRegion. */
const toastDuration = 2000;

type Listener = (message: string | null) => void;

let current: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<Listener>();

function show(message: string | null): void {
  current = message;
  for (const listener of listeners) listener(message);
}

export function toast(message: string): void {
  clearTimeout(timer);
  show(message);
  timer = setTimeout(() => show(null), toastDuration);
}

export const currentToast = () => current;

export function onToast(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
