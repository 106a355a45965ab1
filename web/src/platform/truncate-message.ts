const maxMessageChars = 200;

/** Truncates a long message of a server. */
export function truncateMessage(message: string): string {
  const characters = Array.from(message.trim());
  return characters.length > maxMessageChars
    ? `${characters.slice(0, maxMessageChars).join('')}…`
    : characters.join('');
}
