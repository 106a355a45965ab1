import { useLive } from '../data/live.ts';
import { useUser } from '../features/session/index.ts';

/**
 * A manager's session that ends while a page is open: the event stream ends with it, and reports the reason when it
 * reopens.
 */
export function SessionWatch() {
  const manager = useUser()?.role === 'manager';
  useLive({ onEvent: () => {}, onGap: () => {} }, { enabled: manager });
  return null;
}
