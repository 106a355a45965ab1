/** The kinds of the error page; anything else is `other`. */
const errorKinds = ['device', 'branch', 'priceList', 'network', 'notFound', 'forbidden', 'other'] as const;
export type ErrorKind = (typeof errorKinds)[number];

const maxMessageChars = 200;

export const errorKindOf = (errType: string | undefined): ErrorKind =>
  errorKinds.find((kind) => kind === errType) ?? 'other';

/** Truncates a message. It is part of the address, so it is untrusted. */
export function truncateMessage(message: string): string {
  const characters = Array.from(message.trim());
  return characters.length > maxMessageChars
    ? `${characters.slice(0, maxMessageChars).join('')}…`
    : characters.join('');
}
