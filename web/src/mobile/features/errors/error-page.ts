import { noteMessage } from './known-messages.ts';

/** The error page's query: its kind, the message, and the server's code. */
export interface ErrorPage {
  errType: 'device' | 'branch' | 'priceList';
  errMsg: string;
  code?: string;
}

export function errorPage(errType: ErrorPage['errType'], errMsg: string, code: number | null): ErrorPage {
  return { errType, errMsg: noteMessage(errMsg), ...(code === null ? {} : { code: String(code) }) };
}
