import { type BrowserKind, browserKind } from './browser-kind.ts';

/** What the app knows of the phone it runs on. */
export interface SystemInfo {
  browser: BrowserKind;
  width: number;
  height: number;
  pixelRatio: number;
  timezoneOffset: number;
}

/** Minutes east of UTC; browsers say it the other way round. */
export const timezoneOffset = (now = new Date()) => 0 - now.getTimezoneOffset();

export const readSystemInfo = (): SystemInfo => ({
  browser: browserKind,
  width: window.innerWidth,
  height: window.innerHeight,
  pixelRatio: window.devicePixelRatio,
  timezoneOffset: timezoneOffset(),
});
