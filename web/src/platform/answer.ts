import { errors } from '@recline/contract/errors';
import { ApiError } from './api-error.ts';

/** The client's own error messages, in the current language. */
export interface ClientMessages {
  network: string;
  timeout: string;
  missingUrl: string;
  notLoggedIn: string;
  loggedInElsewhere: string;
  unknown: string;
}

interface Body {
  code?: unknown;
  message?: unknown;
  data?: unknown;
  dialog?: { message?: unknown } | null;
}

const successCodes: unknown[] = [200, 1];
const expiredCodes: unknown[] = [errors.noSession.code, errors.sessionExpired.code, errors.loggedInElsewhere.code];
// How servers of this API phrase an expired token, in any language.
const tokenExpired = /token\s*(is\s+|has\s+|已经?|telah\s+|sudah\s+)?\s*(expired|过期|失效|kedaluwarsa|kadaluarsa)/i;

/** Whether the error ends the session: its message is shown, then the app logs out. */
export const endsSession = (error: ApiError) => error.kind === 'answer' && expiredCodes.includes(error.code);

const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined);

function messageOf(body: Body, code: number, statusText: string, messages: ClientMessages): string {
  if (body.code === errors.loggedInElsewhere.code) return messages.loggedInElsewhere;
  // The message of a bad request names a field of the call, which means nothing to users.
  const said = code === errors.badRequest.code ? undefined : (text(body.message) ?? text(statusText));
  const message = text(body.dialog?.message) ?? said ?? messages.unknown;
  return tokenExpired.test(message) ? messages.loggedInElsewhere : message;
}

/** Returns the data of a successful answer; throws for an error, which may come with any HTTP status. */
export function readAnswer(
  response: { ok: boolean; status: number; statusText: string; headers: Headers },
  json: unknown,
  messages: ClientMessages,
): unknown {
  const body: Body = typeof json === 'object' && json !== null ? json : {};
  if (response.ok && successCodes.includes(body.code)) return body.data ?? null;
  const code = typeof body.code === 'number' ? body.code : response.status;
  const after = response.status === 503 ? response.headers.get('retry-after') : null;
  const wait = after === null ? null : Number(after) || 0;
  throw new ApiError('answer', messageOf(body, code, response.statusText, messages), code, body.data ?? null, wait);
}
