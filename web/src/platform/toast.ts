/** One message at a time, shown by ToastRegion. */
const toastDurationMs = 2000;

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
  timer = setTimeout(() => show(null), toastDurationMs);
}

export const currentToast = () => current;

export function onToast(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
