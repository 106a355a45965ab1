/** The value in a stored text; null if it is missing or unreadable, because storage may contain anything. */
export function readJson(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
