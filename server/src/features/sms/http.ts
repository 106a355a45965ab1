import { NotSent } from './sms.port.ts';

export interface SmsTiming {
  /** Providers answer within a second or two. People do not wait much longer for a code. */
  answerWithinMs: number;
}

/** Errors of a connection that was never made: the request cannot have arrived. */
const neverConnected = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

export interface HttpAnswer {
  status: number;
  body: unknown;
}

/** One request, with a deadline. An answer that is not JSON has the body null. */
export type PostSms = (url: string, init: RequestInit) => Promise<HttpAnswer>;

export const makePostSms =
  ({ answerWithinMs }: SmsTiming): PostSms =>
  async (url, init) => {
    const signal = AbortSignal.timeout(answerWithinMs);
    const response = await fetch(url, { ...init, method: 'POST', redirect: 'error', signal }).catch(throwFailure);
    const text = await response.text();
    return { status: response.status, body: parse(text) };
  };

function throwFailure(error: unknown): never {
  const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
  if (neverConnected.includes(code)) throw new NotSent(code, { retry: true, cause: error });
  throw error;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // a proxy's page; the status decides
  }
}
