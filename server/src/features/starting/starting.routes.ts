import type { starting } from '@recline/contract/starting';
import type { FastifyRequest } from 'fastify';
import type { HandlersOf } from '../../platform/http/calls.ts';
import type { Adverts } from '../adverts/adverts.service.ts';
import type { Starting } from './starting.service.ts';

export const startingHandlers = (
  service: Starting,
  adverts: Adverts,
  publicUrl: string | undefined,
): HandlersOf<typeof starting> => ({
  deviceStatus: ({ deviceId }, { caller }) => service.deviceStatus(caller, deviceId),
  priceGroup: ({ deviceId }) => service.priceGroup(deviceId),
  adverts: async ({ deviceId }) => ({ rows: await adverts.ofChair(deviceId) }),
  activate: (input, { caller, language, request }) =>
    service.activate(caller, input, { language, origin: publicUrl ?? originOf(request) }),
});

/** Where the caller's browser sees us, when nobody told us our own address. */
const originOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`;
