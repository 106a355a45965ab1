import type { BrowserKind } from '@recline/contract/browser-kind';
import { browserKind } from './browser-kind.ts';

/** The phone and its browser. */
export interface SystemInfo {
  browser: BrowserKind;
  width: number;
  height: number;
  pixelRatio: number;
  timezoneOffset: number;
}

/** App, browser and screen in a line, for diagnosing problems: `recline 0.1.0, wechat, 375×812@3`. */
export const clientLine = ({ appId, version }: { appId: string; version: string }, info: SystemInfo): string =>
  `${appId} ${version}, ${info.browser}, ${info.width}×${info.height}@${info.pixelRatio}`;

/** Minutes east of UTC; `getTimezoneOffset` has the opposite sign. */
export const timezoneOffset = (now = new Date()) => 0 - now.getTimezoneOffset();

export const readSystemInfo = (): SystemInfo => ({
  browser: browserKind,
  width: window.innerWidth,
  height: window.innerHeight,
  pixelRatio: window.devicePixelRatio,
  timezoneOffset: timezoneOffset(),
});
