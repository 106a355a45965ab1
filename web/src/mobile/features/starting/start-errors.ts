import { errors } from '@recline/contract/errors';
import { ApiError } from '../../../platform/api-error.ts';
import { type ErrorPage, errorPage } from '../errors/index.ts';

const { unknownDevice, deviceUnavailable, deviceInUse, deviceDidNotStart, wrongOutlet, noPriceList } = errors;
const aboutDevice: readonly (number | null)[] = [unknownDevice, deviceUnavailable, deviceInUse, deviceDidNotStart].map(
  ({ code }) => code,
);

const nameIn = (data: unknown): string | null =>
  typeof data === 'object' && data !== null && 'name' in data && typeof data.name === 'string' ? data.name : null;

/** The error page for an error of a start, or null if the form handles it. */
export function errorPageOf(error: unknown, branchText: (name: string) => string): ErrorPage | null {
  if (!(error instanceof ApiError)) return null;
  if (aboutDevice.includes(error.code)) return errorPage('device', error.message, error.code);
  if (error.code === noPriceList.code) return errorPage('priceList', error.message, error.code);
  if (error.code !== wrongOutlet.code) return null;
  const name = nameIn(error.data);
  return errorPage('branch', name === null ? error.message : branchText(name), error.code);
}
