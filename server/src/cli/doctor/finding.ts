import type { Context } from '../context.ts';

/** The result of one check. `wrong` must be fixed; `look` may be intended. */
export interface Finding {
  check: string;
  state: 'ok' | 'look' | 'wrong';
  says: string;
  /** What to do about it. */
  todo?: string;
}

/** A group of checks. One that throws is reported as not checked. */
export type Checks = (context: DoctorContext) => Promise<Finding[]>;

export interface DoctorContext extends Context {
  /** The number to which a code is sent, to test the SMS provider. */
  sms: string | undefined;
}

export const ok = (check: string, says: string): Finding => ({ check, state: 'ok', says });
export const look = (check: string, says: string, todo: string): Finding => ({ check, state: 'look', says, todo });
export const wrong = (check: string, says: string, todo: string): Finding => ({ check, state: 'wrong', says, todo });

/** How long a check waits for one answer. */
export const patienceMs = 5_000;

/** The reason of a failed connection, in a few words. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  const { code, message: deeper } = (cause ?? {}) as { code?: string; message?: string };
  return code ?? deeper ?? (message || 'no reason given');
}
