import { z } from 'zod';
import { defineCalls } from './call.ts';
import {
  amount,
  count,
  currency,
  deviceNumber,
  id,
  instant,
  list,
  optional,
  page,
  pageOf,
  text,
  yes,
} from './fields.ts';
import { limits } from './limits.ts';

export const deviceRow = z.object({
  deviceId: z.string(),
  name: z.string(),
  outletId: id,
  outletName: z.string(),
  online: z.boolean(),
  inUse: z.boolean(),
  faultCode: z.string().nullable(),
  lastSeenAt: instant.nullable(),
  orderId: id.nullable(),
});
export type DeviceRow = z.output<typeof deviceRow>;

export const devices = defineCalls({
  list: {
    method: 'GET',
    path: '/device/list',
    access: 'home',
    summary:
      "The chairs of the manager's outlets, abnormal ones first, then outlet by outlet, and how many are in each state",
    input: page.extend({
      keyword: optional(text(64)),
      online: optional(z.enum(['online', 'offline'])),
      use: optional(z.enum(['inUse', 'idle'])),
      abnormal: optional(yes),
      outletId: optional(id),
    }),
    output: z.object({
      ...pageOf(deviceRow),
      counts: z.object({ all: count, online: count, offline: count, inUse: count, idle: count, abnormal: count }),
    }),
  },
  outages: {
    method: 'GET',
    path: '/device/outages',
    access: 'home',
    summary: 'Since when chairs are faulty or offline, and the income that each usually makes in that time',
    input: z.object({ deviceIds: list(deviceNumber, limits.pageMax) }),
    output: z.object({
      rows: z.array(z.object({ deviceId: z.string(), since: instant, usualIncome: amount, currency })),
    }),
  },
  label: {
    method: 'GET',
    path: '/device/label',
    access: 'public',
    summary: 'What is printed on a chair beside its code: its name and its outlet',
    input: z.object({ deviceId: deviceNumber }),
    output: z.object({ deviceId: z.string(), name: z.string(), outletName: z.string() }),
    errors: ['unknownDevice'],
  },
});
