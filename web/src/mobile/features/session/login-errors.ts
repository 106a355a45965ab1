import { errors } from '@recline/contract/errors';
import type { LoginTexts } from '../../../../locales/index.ts';
import { ApiError } from '../../../platform/api-error.ts';

type FieldName = 'account' | 'password' | 'mobile' | 'code';
/** Error messages, by field or for the whole form. */
export type FormErrors = { [F in FieldName | 'form']?: string };

const fieldOf: Record<number, FieldName> = {
  [errors.wrongPassword.code]: 'password',
  [errors.notAManager.code]: 'account',
  [errors.wrongSmsCode.code]: 'code',
};

const waits: readonly (number | null)[] = [errors.tooManyAttempts.code, errors.tooMany.code];

function secondsToWait(error: ApiError): number | null {
  const { retryAfter } = (error.data ?? {}) as { retryAfter?: unknown };
  return waits.includes(error.code) && typeof retryAfter === 'number' ? retryAfter : null;
}

/** Network errors are shown as a toast elsewhere, so they add nothing here. */
export function formErrors(error: unknown, t: LoginTexts): FormErrors {
  if (!(error instanceof ApiError)) return { form: t.common.unknown };
  if (error.kind !== 'answer') return {};
  const seconds = secondsToWait(error);
  if (seconds !== null) return { form: t.login.wait(Math.max(1, Math.ceil(seconds / 60))) };
  return { [fieldOf[error.code ?? 0] ?? 'form']: error.message };
}
