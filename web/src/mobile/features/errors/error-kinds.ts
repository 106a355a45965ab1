import { errors } from '@recline/contract/errors';

/** The kinds of the error page; anything else is `other`. */
const errorKinds = ['device', 'branch', 'priceList', 'network', 'notFound', 'forbidden', 'other'] as const;
export type ErrorKind = (typeof errorKinds)[number];

export const errorKindOf = (errType: string | undefined): ErrorKind =>
  errorKinds.find((kind) => kind === errType) ?? 'other';

/** Errors with their own text instead of that of their kind. */
const namedErrors = ['unknownDevice', 'deviceInUse', 'deviceDidNotStart'] as const;

export const knownError = (code: string | undefined): (typeof namedErrors)[number] | undefined =>
  namedErrors.find((name) => String(errors[name].code) === code);
