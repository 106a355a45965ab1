/** The kinds of the error page; anything else is `other`. */
const errorKinds = ['device', 'branch', 'priceList', 'network', 'notFound', 'forbidden', 'other'] as const;
export type ErrorKind = (typeof errorKinds)[number];

const longestMessage = 200;

export const errorKindOf = (errType: string | undefined): ErrorKind =>
  errorKinds.find((kind) => kind === errType) ?? 'other';

/** Truncates a message. It is part of the address, so it is untrusted. */
export function cutMessage(message: string): string {
  const characters = Array.from(message.trim());
  return characters.length > longestMessage ? `${characters.slice(0, longestMessage).join('')}…` : characters.join('');
}
