import { z } from 'zod';
import { defineCalls } from './call.ts';
import { count, currency, decimal, id, optional, text } from './fields.ts';

const place = { name: z.string(), address: z.string(), latitude: z.number(), longitude: z.number() };

export const outlets = defineCalls({
  list: {
    method: 'GET',
    path: '/area/list',
    access: 'manager',
    summary: "The manager's outlets",
    input: z.object({ keyword: optional(text(64)) }),
    output: z.object({ rows: z.array(z.object({ outletId: id, ...place, currency, devices: count })) }),
  },
  place: {
    method: 'GET',
    path: '/area/place',
    access: 'anyone',
    summary: 'Where an outlet is',
    input: z.object({ outletId: id }),
    output: z.object({ outletId: id, ...place }),
  },
  setPlace: {
    method: 'POST',
    path: '/area/location',
    access: 'manager',
    summary: "Sets an outlet's place",
    input: z.object({ outletId: id, latitude: decimal(-90, 90), longitude: decimal(-180, 180), address: text(200) }),
    output: z.null(),
  },
});
