/** `answer`: the server answered with an error. The others got no answer. */
export type ApiErrorKind = 'answer' | 'network' | 'timeout' | 'missingUrl' | 'notLoggedIn';

export class ApiError extends Error {
  // Declared only, because real fields would add a helper for older browsers to every page.
  declare readonly kind: ApiErrorKind;
  declare readonly code: number | null;
  declare readonly data: unknown;
  /** The server's Retry-After, in seconds. */
  declare readonly retryAfter: number | null;

  constructor(
    kind: ApiErrorKind,
    message: string,
    code: number | null = null,
    data: unknown = null,
    retryAfter: number | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
    this.kind = kind;
    this.code = code;
    this.data = data;
    this.retryAfter = retryAfter;
  }
}

/** Whether the call may have taken effect, because no answer arrived. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'network' || error.kind === 'timeout');

export const hasCode = (error: unknown, code: number): error is ApiError =>
  error instanceof ApiError && error.code === code;
