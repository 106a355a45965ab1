import { chairPageOnly, serviceWorkerPath } from '@recline/contract/pages';
import { whenIdle } from '../../platform/when-idle.ts';

/** Whether the browser has, or is fetching, the worker that keeps the whole app. */
async function keepsApp(): Promise<boolean> {
  const known = await navigator.serviceWorker.getRegistration();
  const worker = known?.installing ?? known?.waiting ?? known?.active;
  return worker?.scriptURL.endsWith(serviceWorkerPath) ?? false;
}

async function register(page: 'chair-page' | 'app'): Promise<void> {
  const whole = page === 'app' || (await keepsApp());
  await navigator.serviceWorker.register(whole ? serviceWorkerPath : `${serviceWorkerPath}${chairPageOnly}`);
}

/**
 * Registers the service worker, which caches pages for offline use: the whole app, or only the chair's page if nothing
 * else was opened. It waits until the browser is idle, so that its downloads do not compete with the first screen.
 */
export function registerServiceWorker(page: 'chair-page' | 'app'): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // If it is denied (private mode, embedded views), pages need the network.
  whenIdle(() => void register(page).catch(() => undefined), 10_000);
}
