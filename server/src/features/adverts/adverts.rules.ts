/** Picture types that browsers show in a page, with their file extensions. */
const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

export const pictureEnding = (contentType: string | undefined): string | undefined =>
  Object.entries(endings).find(([type]) => type === contentType)?.[1];

/** Enough for a picture across a phone's screen; guests load it over their own connection. */
export const maxPictureBytes = 2 * 1024 * 1024;

/**
 * Whether the page may show a picture at this address: a path of this server, or an address at one of its own origins.
 * The page's content policy blocks every other host.
 */
export function isOwnAddress(address: string, ownOrigins: readonly string[]): boolean {
  if (/^\/(?![/\\])/.test(address)) return true;
  return URL.canParse(address) && ownOrigins.includes(new URL(address).origin);
}
