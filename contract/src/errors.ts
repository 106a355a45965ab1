/**
 * Every error a caller can get: its code on the wire and the HTTP status that goes with it.
 * Each name has a message in every language, or the server does not compile.
 */
export const errors = {
  badRequest: { code: 400, status: 400 },
  noSession: { code: 401, status: 401 },
  forbidden: { code: 403, status: 403 },
  notFound: { code: 404, status: 404 },
  conflict: { code: 409, status: 409 },
  tooLarge: { code: 413, status: 413 },
  tooMany: { code: 429, status: 429 },
  internal: { code: 500, status: 500 },
  unavailable: { code: 503, status: 503 },
  searchTooWide: { code: 503, status: 503 },
  wrongPassword: { code: 20101, status: 401 },
  notAManager: { code: 20102, status: 403 },
  tooManyAttempts: { code: 20103, status: 429 },
  wrongSmsCode: { code: 20104, status: 422 },
  walletFailed: { code: 20105, status: 422 },
  walletSnapshot: { code: 20106, status: 422 },
  sessionExpired: { code: 20109, status: 401 },
  loggedInElsewhere: { code: 30107, status: 401 },
  unknownDevice: { code: 20201, status: 404 },
  deviceUnavailable: { code: 20202, status: 409 },
  deviceInUse: { code: 20203, status: 409 },
  wrongOutlet: { code: 20204, status: 403 },
  noPriceList: { code: 20205, status: 404 },
  deviceDidNotStart: { code: 20206, status: 409 },
  badCoupon: { code: 20301, status: 422 },
  badCashCoupon: { code: 20302, status: 422 },
  paymentFailed: { code: 20401, status: 422 },
  feedbackExists: { code: 20501, status: 409 },
  fileRefused: { code: 20601, status: 422 },
} as const;

export type ErrorName = keyof typeof errors;

/** Why a coupon of either kind cannot be used. */
export const couponProblems = ['unknown', 'used', 'voided', 'expired', 'elsewhere', 'tooSmall'] as const;
export type CouponProblem = (typeof couponProblems)[number];

/** The parameters of messages. Errors not named here take no parameters. */
export interface ErrorParams {
  badRequest: { field: string };
  tooMany: { seconds: number };
  tooManyAttempts: { seconds: number };
  wrongOutlet: { name: string };
  badCoupon: { why: CouponProblem };
  badCashCoupon: { why: CouponProblem };
}

export type ParamsOf<N extends ErrorName> = N extends keyof ErrorParams ? ErrorParams[N] : undefined;
