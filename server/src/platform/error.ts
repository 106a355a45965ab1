import type { ErrorName, ErrorParams, ParamsOf } from '@recline/contract/errors';

/** An error that the caller sees. Its message is written in the caller's language when the answer is sent. */
export class AppError<N extends ErrorName = ErrorName> extends Error {
  readonly problem: N;
  readonly params: ParamsOf<N>;
  readonly data: unknown;

  constructor(problem: N, params: ParamsOf<N>, data: unknown = null) {
    super(problem);
    this.problem = problem;
    this.params = params;
    this.data = data;
  }
}

type Plain = Exclude<ErrorName, keyof ErrorParams>;

/** `throw fail('notFound')`; the parameters of the message are the second argument. */
export function fail<N extends Plain>(problem: N, params?: undefined, data?: unknown): AppError<N>;
export function fail<N extends keyof ErrorParams>(problem: N, params: ErrorParams[N], data?: unknown): AppError<N>;
export function fail(problem: ErrorName, params?: unknown, data?: unknown): AppError {
  return new AppError(problem, params as never, data);
}
