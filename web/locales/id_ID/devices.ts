import type { devices as base } from '../zh_CN/devices.ts';

export const devices: typeof base = {
  title: 'Daftar perangkat',
};
