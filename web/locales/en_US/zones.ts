import type { zones as base } from '../zh_CN/zones.ts';

export const zones: typeof base = {
  note: (zone: string) => `Days are in your time zone (${zone}). Some outlets are in another.`,
};
