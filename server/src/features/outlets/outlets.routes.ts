import type { outlets } from '@recline/contract/outlets';
import type { HandlersOf } from '../../platform/http/calls.ts';
import type { Outlets } from './outlets.service.ts';
import type { PlaceRow } from './outlets.sql.ts';

const toPlace = ({ id, name, address, latitude, longitude }: PlaceRow) => ({
  outletId: String(id),
  name,
  address,
  latitude,
  longitude,
});

export const outletHandlers = (service: Outlets): HandlersOf<typeof outlets> => ({
  list: async ({ keyword }, { caller }) => {
    const rows = await service.list(caller, keyword);
    return { rows: rows.map((row) => ({ ...toPlace(row), currency: row.currency, devices: row.devices })) };
  },
  place: async ({ outletId }) => toPlace(await service.place(outletId)),
  setPlace: async ({ outletId, latitude, longitude, address }, { caller }) => {
    await service.setPlace(caller, outletId, latitude, longitude, address);
    return null;
  },
});
