import type { AdminErrorName, AdminErrorParams, AdminParamsOf } from '@recline/contract/admin-errors';
import type { Clock } from './clock.ts';
import { type Db, type Pool, transaction } from './db.ts';

/** The dependencies of every administration service. */
export interface Admin {
  pool: Pool;
  clock: Clock;
  /** The actor for the audit log. */
  actor: string;
  /** Rolls back the changes of `change`, but returns its result. */
  dryRun?: boolean;
}

class Rehearsal<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('a rehearsal is rolled back');
    this.result = result;
  }
}

/** An administrator's change of many rows, in one transaction. A dry run does all of it and rolls it back. */
export async function change<T>({ pool, dryRun = false }: Admin, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await transaction(pool, async (db) => {
      const result = await work(db);
      if (dryRun) throw new Rehearsal(result);
      return result;
    });
  } catch (error) {
    if (error instanceof Rehearsal) return error.result as T;
    throw error;
  }
}

/** An administrator's change that was refused. The front end writes the message. */
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
