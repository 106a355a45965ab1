import { z } from 'zod';
import { Misconfigured, Refused, Retry } from '../../port.ts';

/** Codes by what they mean for us. The list is not confirmed: what is not in it counts as a final refusal. */
const retryCodes = new Set([
  'SYSTEM_ERROR',
  'BANK_ERROR',
  'FREQUENCY_LIMITED',
  'FREQUENCY_LIMIT_EXCEED',
  'NOT_ENOUGH', // a refund is taken from takings that are not there yet
]);
const settingsCodes = new Set(['SIGN_ERROR', 'NO_AUTH', 'MCH_NOT_EXISTS', 'APPID_MCHID_NOT_MATCH']);
export const notExistCodes = new Set(['ORDER_NOT_EXIST', 'RESOURCE_NOT_EXISTS']);
export const paidCode = 'ORDERPAID';
export const noBillCode = 'NO_STATEMENT_EXIST';

const errorBody = z.object({ code: z.string(), message: z.string().default('') });

/** The error of an answer that is not 2xx. WeChat does not sign these, so they never settle anything. */
export function errorOf(status: number, body: Buffer): Error {
  const parsed = errorBody.safeParse(jsonOf(body));
  if (!parsed.success) return new Retry(`WeChat answered ${status} without a code`);
  const { code, message } = parsed.data;
  const text = `WeChat answered ${status} ${code}: ${message.slice(0, 200)}`;
  if (retryCodes.has(code) || status === 429 || status >= 500) return new Retry(text);
  if (settingsCodes.has(code) || status === 401) return new Misconfigured(text);
  return new Refused(code, text);
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined; // a page of some proxy
  }
}
