/** The engine and version in a user agent, by which we judge which old browsers are still in use. */
export interface BrowserVersion {
  family: 'ios' | 'chromium' | 'firefox' | 'safari' | 'other';
  /** `15.4` on iOS, where features come with minor versions, else `87`; empty if implausible. */
  version: string;
}

/** The order matters: every browser on iOS uses the system's engine, and all others name Safari as well. */
const families = [
  { family: 'ios', pattern: /\b(?:iPhone|iPad|iPod)\b.*?\bOS (\d{1,3})_(\d{1,2})/, oldest: 9, newest: 60 },
  { family: 'chromium', pattern: /\b(?:Chrome|Chromium)\/(\d{1,4})\./, oldest: 37, newest: 400 },
  { family: 'firefox', pattern: /\bFirefox\/(\d{1,4})\./, oldest: 37, newest: 400 },
  { family: 'safari', pattern: /\bVersion\/(\d{1,3})\..*\bSafari\//, oldest: 9, newest: 60 },
] as const;

/** Anybody may write anything there, so the versions are bounded. */
export function browserVersion(userAgent: string): BrowserVersion {
  for (const { family, pattern, oldest, newest } of families) {
    const [, major = '', minor] = pattern.exec(userAgent) ?? [];
    if (major === '') continue;
    const known = Number(major) >= oldest && Number(major) <= newest;
    const shown = minor === undefined ? String(Number(major)) : `${Number(major)}.${Math.min(Number(minor), 9)}`;
    return { family, version: known ? shown : '' };
  }
  return { family: 'other', version: '' };
}
