import { useEffect } from 'react';

/** Keeps the screen on while `active`, if the phone can. The browser releases the lock when the page is hidden. */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    // Missing on older browsers and on plain http pages.
    const wakeLock: WakeLock | undefined = navigator.wakeLock;
    if (!active || !wakeLock) return;
    let over = false;
    let lock: WakeLockSentinel | undefined;
    const keepOn = async () => {
      if (document.visibilityState !== 'visible') return release();
      if (lock && !lock.released) return;
      // Refused at low battery, in which case the screen turns off as usual.
      lock = await wakeLock.request('screen').catch(() => undefined);
      if (over) release();
    };
    const release = () => void lock?.release();
    void keepOn();
    const onVisibility = () => void keepOn();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', onVisibility);
      release();
    };
  }, [active]);
}
