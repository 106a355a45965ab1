const anyHost = 'http://app.invalid';

/** A path of our own web app, which leads to no other site. */
export function isOwnPath(value: string): boolean {
  if (!/^\/(?!\/)[^\s\\]*$/.test(value) || !URL.canParse(value, anyHost)) return false;
  const { origin, pathname } = new URL(value, anyHost);
  return origin === anyHost && !pathname.startsWith('//');
}
