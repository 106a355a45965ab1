import { whenIdle } from './when-idle.ts';

/**
 * Lets the browser keep the app for times without a network. Once everything else is done: what it
 * fetches must not compete with the first screen. A new release takes over by itself.
 */
export function keepAppOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Denied (private mode, embedded views), the app simply needs the network.
  whenIdle(() => void navigator.serviceWorker.register('/sw.js').catch(() => undefined), 10_000);
}
