/** Messages that this app put into an address since it was loaded: the server's, or its own. */
const known = new Set<string>();

export function noteMessage(message: string): string {
  known.add(message);
  return message;
}

/** A message in the address may be written by anybody. Only one that this app put there is shown. */
export const isKnownMessage = (message: string): boolean => known.has(message);
