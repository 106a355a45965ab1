import type { zones as base } from '../zh_CN/zones.ts';

export const zones: typeof base = {
  note: (zone: string) => `Hari menurut zona waktu Anda (${zone}). Ada gerai di zona lain.`,
};
