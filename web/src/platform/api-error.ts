/** `answer`: the server said no. The others never got an answer of its own. */
export type ApiErrorKind = 'answer' | 'network' | 'timeout' | 'missingUrl' | 'notLoggedIn';

export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  readonly code: number | null;
  readonly data: unknown;
  /** The seconds after which the server asked to try again. */
  readonly retryAfter: number | null;

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

export const hasCode = (error: unknown, code: number): error is ApiError =>
  error instanceof ApiError && error.code === code;
