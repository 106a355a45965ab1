import { whenIdle } from './when-idle.ts';

/**
 * Registers the service worker, which caches the app for offline use. When the browser is idle, so that its
 * downloads do not compete with the first screen.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Where it is denied (private mode, embedded views), the app needs the network.
  whenIdle(() => void navigator.serviceWorker.register('/sw.js').catch(() => undefined), 10_000);
}
