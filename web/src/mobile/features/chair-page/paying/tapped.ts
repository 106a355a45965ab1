const cookie = 'recline-tapped=';

/** Whether Pay was tapped inside a wallet before the scripts loaded; the server keeps the tap for them for a minute. */
export function takeTap(): boolean {
  const tapped = document.cookie.split('; ').some((each) => each.startsWith(cookie));
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  if (tapped) document.cookie = `${cookie}; Max-Age=0; Path=/`;
  return tapped;
}
