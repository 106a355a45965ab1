import { errors } from '@recline/contract/errors';
import { hasCode } from '../../../platform/api-error.ts';

/** Why the server refused a coupon of either kind; null for any other failure. */
export const refusalOf = (error: unknown): string | null =>
  hasCode(error, errors.badCoupon.code) || hasCode(error, errors.badCashCoupon.code) ? error.message : null;
