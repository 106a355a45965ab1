import type { places as base } from '../zh_CN/places.ts';

export const places: typeof base = {
  choose: 'Choose location',
  open: 'Location',
};
