export interface Place {
  name: string;
  latitude: number;
  longitude: number;
}

export type Phone = 'ios' | 'android' | 'other';

export function phoneOf(userAgent: string): Phone {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  return /Android/.test(userAgent) ? 'android' : 'other';
}

/** The phone's own map app, where a link can open it. */
export function appLink({ name, latitude, longitude }: Place, phone: Phone): string | undefined {
  const point = `${latitude},${longitude}`;
  if (phone === 'ios') return `https://maps.apple.com/?${new URLSearchParams({ ll: point, q: name })}`;
  if (phone === 'android') return `geo:${point}?q=${point}(${encodeURIComponent(name)})`;
  return undefined;
}

/** A map in the browser that works in the country: in China coordinates must be said to be of WGS 84. */
export function webLink({ name, latitude, longitude }: Place, country: string): string {
  const query: Record<string, string> =
    country === 'CN'
      ? { position: `${longitude},${latitude}`, name, coordinate: 'wgs84', callnative: '1' }
      : { api: '1', query: `${latitude},${longitude}` };
  const base = country === 'CN' ? 'https://uri.amap.com/marker' : 'https://www.google.com/maps/search/';
  return `${base}?${new URLSearchParams(query)}`;
}

/** As people write coordinates: north and east are positive, five digits are a metre. */
export const coordinatesOf = ({ latitude, longitude }: Pick<Place, 'latitude' | 'longitude'>): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;

/** A number somebody typed, or undefined where it is none within the limits. */
export function parseDegrees(text: string, limit: 90 | 180): number | undefined {
  const value = /^-?\d{1,3}([.,]\d{1,12})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;
  return Math.abs(value) <= limit ? Number(value.toFixed(6)) : undefined;
}
