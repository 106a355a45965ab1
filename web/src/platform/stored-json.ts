/** The value in a stored text; null where there is none, or none that can be read: storage may hold anything. */
export function readJson(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
