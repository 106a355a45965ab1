export interface Place {
  name: string;
  latitude: number;
  longitude: number;
}

export type MobilePlatform = 'ios' | 'android' | 'other';

export function platformOf(userAgent: string): MobilePlatform {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  return /Android/.test(userAgent) ? 'android' : 'other';
}

/** A link to the phone's map app, if the platform supports one. */
export function appLink({ name, latitude, longitude }: Place, platform: MobilePlatform): string | undefined {
  const point = `${latitude},${longitude}`;
  if (platform === 'ios') return `https://maps.apple.com/?${new URLSearchParams({ ll: point, q: name })}`;
  if (platform === 'android') return `geo:${point}?q=${point}(${encodeURIComponent(name)})`;
  return undefined;
}

/** A link to a web map that works in the country. In China it has to declare WGS 84 coordinates. */
export function webLink({ name, latitude, longitude }: Place, country: string): string {
  const query: Record<string, string> =
    country === 'CN'
      ? { position: `${longitude},${latitude}`, name, coordinate: 'wgs84', callnative: '1' }
      : { api: '1', query: `${latitude},${longitude}` };
  const base = country === 'CN' ? 'https://uri.amap.com/marker' : 'https://www.google.com/maps/search/';
  return `${base}?${new URLSearchParams(query)}`;
}

/** Coordinates to five digits, which is about a metre; north and east are positive. */
export const coordinatesOf = ({ latitude, longitude }: Pick<Place, 'latitude' | 'longitude'>): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;

/** Parses degrees; undefined if the text is no number within the limit. */
export function parseDegrees(text: string, limit: 90 | 180): number | undefined {
  const value = /^-?\d{1,3}([.,]\d{1,12})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;
  return Math.abs(value) <= limit ? Number(value.toFixed(6)) : undefined;
}
