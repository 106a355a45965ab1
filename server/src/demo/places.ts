import type { Gear } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';

/** How busy its chairs are relative to an average one. */
export type Kind = 'mall' | 'allNight' | 'airport' | 'cinema';

export interface Place {
  name: string;
  address: string;
  latitude: number;
  longitude: number;
  kind: Kind;
  group: keyof typeof priceGroups;
  chairs: number;
  /** How busy its chairs are relative to an average one. */
  busy: number;
}

/** Minutes and price of each gear, in the currency's minor unit. */
export const priceGroups = {
  '商场价 CNY': { currency: 'CNY', prices: { gentle: [10, 800], standard: [20, 1500], deep: [30, 2000] } },
  '长时价 CNY': { currency: 'CNY', prices: { gentle: [15, 1500], standard: [30, 2500], deep: [45, 3500] } },
  'Standard RM': { currency: 'RM', prices: { gentle: [10, 500], standard: [20, 900], deep: [30, 1200] } },
  'Long stay RM': { currency: 'RM', prices: { gentle: [15, 800], standard: [30, 1400], deep: [45, 1900] } },
  'Standard PHP': { currency: 'PHP', prices: { gentle: [10, 8000], standard: [20, 15000], deep: [30, 20000] } },
  'Long stay PHP': { currency: 'PHP', prices: { gentle: [15, 12000], standard: [30, 22000], deep: [45, 30000] } },
} as const satisfies Record<string, { currency: Currency; prices: Record<Gear, readonly [number, number]> }>;

/** The currencies of the demo's outlets. */
export type DemoCurrency = (typeof priceGroups)[keyof typeof priceGroups]['currency'];

export const timeZones: Record<DemoCurrency, string> = {
  CNY: 'Asia/Shanghai',
  RM: 'Asia/Kuala_Lumpur',
  PHP: 'Asia/Manila',
};

/** Minutes east of UTC: the same in all three zones, all year. */
export const offset = 480;

export const places: readonly Place[] = [
  {
    name: '上海星汇广场 L3',
    address: '上海市静安区南京西路 1266 号 3 层',
    latitude: 31.2288,
    longitude: 121.452,
    kind: 'mall',
    group: '商场价 CNY',
    chairs: 30,
    busy: 1.15,
  },
  {
    name: '上海虹桥机场 T2 出发层',
    address: '上海市长宁区申达一路 1 号虹桥国际机场 2 号航站楼',
    latitude: 31.1956,
    longitude: 121.327,
    kind: 'airport',
    group: '长时价 CNY',
    chairs: 36,
    busy: 1.3,
  },
  {
    name: '北京国贸影城',
    address: '北京市朝阳区建国门外大街 1 号 B1 层',
    latitude: 39.9091,
    longitude: 116.459,
    kind: 'cinema',
    group: '商场价 CNY',
    chairs: 16,
    busy: 1,
  },
  {
    name: '深圳海岸天地 B1',
    address: '深圳市南山区文心五路 33 号 B1 层',
    latitude: 22.5176,
    longitude: 113.9366,
    kind: 'allNight',
    group: '长时价 CNY',
    chairs: 26,
    busy: 1.1,
  },
  {
    name: '广州天河悦城 L4',
    address: '广州市天河区天河路 208 号 4 层',
    latitude: 23.1323,
    longitude: 113.3272,
    kind: 'mall',
    group: '商场价 CNY',
    chairs: 24,
    busy: 0.95,
  },
  {
    name: '成都春熙里 L2',
    address: '成都市锦江区春熙路东段 8 号 2 层',
    latitude: 30.6571,
    longitude: 104.0809,
    kind: 'mall',
    group: '商场价 CNY',
    chairs: 22,
    busy: 1.05,
  },
  {
    name: '杭州西湖影城',
    address: '杭州市上城区延安路 98 号 5 层',
    latitude: 30.2466,
    longitude: 120.1622,
    kind: 'cinema',
    group: '商场价 CNY',
    chairs: 14,
    busy: 0.85,
  },
  {
    name: 'Bintang Walk Mall L3',
    address: '168 Jalan Bukit Bintang, 55100 Kuala Lumpur',
    latitude: 3.1466,
    longitude: 101.7113,
    kind: 'mall',
    group: 'Standard RM',
    chairs: 22,
    busy: 1,
  },
  {
    name: 'KLIA Terminal 1 Satellite',
    address: 'KLIA Terminal 1, 64000 Sepang, Selangor',
    latitude: 2.7456,
    longitude: 101.7072,
    kind: 'airport',
    group: 'Long stay RM',
    chairs: 20,
    busy: 1.2,
  },
  {
    name: 'Gurney Bay Cinema',
    address: '170 Persiaran Gurney, 10250 George Town, Penang',
    latitude: 5.4376,
    longitude: 100.3097,
    kind: 'cinema',
    group: 'Standard RM',
    chairs: 12,
    busy: 0.75,
  },
  {
    name: 'Bay Boulevard Mall',
    address: 'Seaside Boulevard, 1300 Pasay, Metro Manila',
    latitude: 14.5352,
    longitude: 120.9822,
    kind: 'mall',
    group: 'Standard PHP',
    chairs: 20,
    busy: 1.05,
  },
  {
    name: 'Mactan Airport T2',
    address: 'Lapu-Lapu Airport Road, 6016 Lapu-Lapu City, Cebu',
    latitude: 10.3134,
    longitude: 123.9826,
    kind: 'airport',
    group: 'Long stay PHP',
    chairs: 10,
    busy: 0.9,
  },
];

export interface DemoChair {
  deviceId: string;
  /** From 1, over all places. */
  number: number;
  name: string;
  place: Place;
  /** The index of its place in `places`. */
  placeIndex: number;
  faultCode: string | null;
  /** Hours between its breakdown and the filling of the demo; null for one that works. */
  brokenHours: number | null;
}

// Two chairs have been out of order for longer.
const faults = new Map([[58, 'E07']]);
const brokenHours = new Map([
  [58, 49],
  [205, 26], // unplugged
]);

/** Whether a chair worked at a time, in a demo that is filled `now`. */
export const workedAt = ({ brokenHours }: DemoChair, at: Date, now: Date): boolean =>
  brokenHours === null || at.getTime() <= now.getTime() - brokenHours * 3600_000;

export const chairs: readonly DemoChair[] = places.flatMap((place, placeIndex) => {
  const before = places.slice(0, placeIndex).reduce((sum, each) => sum + each.chairs, 0);
  return Array.from({ length: place.chairs }, (_, index) => {
    const number = before + index + 1;
    return {
      deviceId: `A${10_000 + number}`,
      number,
      name: priceGroups[place.group].currency === 'CNY' ? `${index + 1} 号椅` : `Chair ${index + 1}`,
      place,
      placeIndex,
      faultCode: faults.get(number) ?? null,
      brokenHours: brokenHours.get(number) ?? null,
    };
  });
});
