import { type BrowserKind, browserKindOf } from '@recline/contract/browser-kind';

/** Detected once: the host app of a page does not change. */
export const browserKind: BrowserKind = browserKindOf(globalThis.navigator?.userAgent ?? '');
