import { errors } from '@recline/contract/errors';

/** The kinds of the error page; anything else is `other`. */
const errorKinds = ['device', 'branch', 'priceList', 'network', 'notFound', 'forbidden', 'other'] as const;
export type ErrorKind = (typeof errorKinds)[number];

const maxMessageChars = 200;

export const errorKindOf = (errType: string | undefined): ErrorKind =>
  errorKinds.find((kind) => kind === errType) ?? 'other';

/** Errors with a text of their own, beside that of their kind. */
const namedErrors = ['unknownDevice', 'deviceInUse', 'deviceDidNotStart'] as const;

export const knownError = (code: string | undefined): (typeof namedErrors)[number] | undefined =>
  namedErrors.find((name) => String(errors[name].code) === code);

/** Truncates a message of a server that says too much. */
export function truncateMessage(message: string): string {
  const characters = Array.from(message.trim());
  return characters.length > maxMessageChars
    ? `${characters.slice(0, maxMessageChars).join('')}…`
    : characters.join('');
}
