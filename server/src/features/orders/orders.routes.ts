import { browserKindOf } from '@recline/contract/browser-kind';
import type { Language } from '@recline/contract/languages';
import type { orders } from '@recline/contract/orders';
import type { starting } from '@recline/contract/starting';
import type { FastifyRequest } from 'fastify';
import type { HandlersOf } from '../../platform/http/calls.ts';
import type { Payer } from '../payments/index.ts';
import type { OrderList } from './order-list.service.ts';
import { getOrder, ownOrders, refundOrder, stopOrder } from './orders.service.ts';
import type { Orders } from './orders.ts';
import { activate, deviceStatus, priceGroup } from './placing.ts';

export const orderHandlers = ({ service }: Orders, list: OrderList): HandlersOf<typeof orders> => ({
  list: (input, { caller, offset }) => list.list(caller, input, offset),
  summary: (input, { caller, offset }) => list.summary(caller, input, offset),
  get: ({ orderId }, { caller }) => getOrder(service, caller, orderId),
  mine: (page, { caller }) => ownOrders(service, caller, page),
  stop: ({ orderId }, { caller }) => stopOrder(service, caller, orderId),
  refund: ({ orderId, reason }, { caller }) => refundOrder(service, caller, orderId, reason),
});

type StartingCalls = HandlersOf<typeof starting>;

/** `publicUrl`: the server's address for payers; without the setting, the origin of the request. */
export const startingHandlers = (
  { activation, service }: Orders,
  adverts: StartingCalls['adverts'],
  publicUrl: string | undefined,
): StartingCalls => ({
  deviceStatus: ({ deviceId }, { caller }) => deviceStatus(service.pool, caller, deviceId),
  priceGroup: ({ deviceId }) => priceGroup(service.pool, deviceId),
  adverts,
  activate: (input, { caller, language, request }) =>
    activate(activation, caller, input, payerOf(request, language, publicUrl)),
});

const payerOf = (request: FastifyRequest, language: Language, publicUrl: string | undefined): Payer => ({
  language,
  origin: publicUrl ?? originOf(request),
  ip: request.ip,
  browser: browserKindOf(request.headers['user-agent'] ?? ''),
});

const originOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`;
