/** Parses a URL; null if it is invalid (`URL.canParse` is missing in many phones' browsers). */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
