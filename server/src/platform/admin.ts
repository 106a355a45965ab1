import type { AdminErrorName, AdminErrorParams, AdminParamsOf } from '@recline/contract/admin-errors';
import type { Clock } from './clock.ts';
import type { Pool } from './db.ts';

/** What every administration service needs. */
export interface Admin {
  pool: Pool;
  clock: Clock;
  /** Whom the audit log names. */
  actor: string;
}

/** An administrator's change that was turned down. The front end that asked for it writes the message. */
export class AdminError<N extends AdminErrorName = AdminErrorName> extends Error {
  readonly problem: N;
  readonly params: AdminParamsOf<N>;

  constructor(problem: N, params: AdminParamsOf<N>) {
    super(problem);
    this.problem = problem;
    this.params = params;
  }
}

type Plain = Exclude<AdminErrorName, keyof AdminErrorParams>;

/** `throw refuse('deviceRetired', { deviceId })` */
export function refuse<N extends Plain>(problem: N): AdminError<N>;
export function refuse<N extends keyof AdminErrorParams>(problem: N, params: AdminErrorParams[N]): AdminError<N>;
export function refuse(problem: AdminErrorName, params?: unknown): AdminError {
  return new AdminError(problem, params as never);
}
