/** `answer`: the server answered with an error. The others got no answer. */
export type ApiErrorKind = 'answer' | 'network' | 'timeout' | 'missingUrl' | 'notLoggedIn';

export class ApiError extends Error {
  // Declared only: fields would bring a helper for older browsers into every page.
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

/** Whether the call may have had its effect all the same: nothing came back. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'network' || error.kind === 'timeout');

export const hasCode = (error: unknown, code: number): error is ApiError =>
  error instanceof ApiError && error.code === code;
