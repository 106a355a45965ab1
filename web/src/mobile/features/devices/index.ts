export type { DeviceListSearch } from './devices.rules.ts';
