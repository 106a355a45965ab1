const maxMessageChars = 200;

/** Truncates a message of a server that says too much. */
export function truncateMessage(message: string): string {
  const characters = Array.from(message.trim());
  return characters.length > maxMessageChars
    ? `${characters.slice(0, maxMessageChars).join('')}…`
    : characters.join('');
}
