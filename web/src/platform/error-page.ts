/** The error page's query: its kind, the message, and the code that the server gave. */
export interface ErrorPage {
  errType: 'device' | 'branch' | 'priceList';
  errMsg: string;
  code?: string;
}

/** What this app itself sent to the error page since it was loaded: messages of the server, or its own. */
const known = new Set<string>();

export function errorPage(errType: ErrorPage['errType'], errMsg: string, code: number | null): ErrorPage {
  known.add(errMsg);
  return { errType, errMsg, ...(code === null ? {} : { code: String(code) }) };
}

/** A message in the address may be anybody's. Only one that this app put there is shown. */
export const isKnownMessage = (message: string): boolean => known.has(message);
