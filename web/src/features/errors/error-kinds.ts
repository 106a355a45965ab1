/** The kinds of error that have a page of their own; anything else is `other`. */
const errorKinds = ['device', 'branch', 'priceList', 'network', 'notFound', 'forbidden', 'other'] as const;
export type ErrorKind = (typeof errorKinds)[number];

const longestMessage = 200;

export const errorKindOf = (errType: string | undefined): ErrorKind =>
  errorKinds.find((kind) => kind === errType) ?? 'other';

/** A message comes with the address, so from anywhere: it is shown as text and cut to a sane length. */
export function cutMessage(message: string): string {
  const characters = Array.from(message.trim());
  return characters.length > longestMessage ? `${characters.slice(0, longestMessage).join('')}…` : characters.join('');
}
