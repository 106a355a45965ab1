/** Minutes east of UTC in a time zone; undefined if the browser does not know it. */
function offsetIn(timeZone: string, now: Date): number | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(format.format(now)) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  } catch {
    return undefined;
  }
}

/** Whether one of the time zones has another time than the reader now. */
export const differs = (timeZones: readonly (string | undefined)[], here: number, now: Date): boolean =>
  [...new Set(timeZones)].some((zone) => zone !== undefined && (offsetIn(zone, now) ?? here) !== here);

/** UTC+8, UTC−3:30 */
export function offsetName(minutes: number): string {
  const rest = Math.abs(minutes) % 60;
  const hours = Math.floor(Math.abs(minutes) / 60);
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}
