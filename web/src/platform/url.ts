/** The address, or null where the text is none (`URL.canParse` is missing in many phones' browsers). */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
