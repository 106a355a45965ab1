import { randomUUID } from 'node:crypto';
import { starting } from '@recline/contract/starting';
import type { Command } from '@recline/contract/topics';
import { makeOrders, paymentHooks, republishOrder } from '../features/orders/index.ts';
import { makePayments, makeSettlement, type PaymentProvider } from '../features/payments/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Pool } from '../platform/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { makeLog } from '../platform/log.ts';
import { makeMetrics } from '../platform/metrics.ts';
import type { Listener } from '../platform/notify.ts';
import { usualTiming } from '../timing.ts';
import { makeWorld } from './world.ts';

/** Orders and payments composed as in the server, with one provider; commands to chairs are collected in `sent`. */
export async function composeOrders(pool: Pool, listener: Listener, provider: PaymentProvider) {
  const sent: { deviceId: string; command: Command }[] = [];
  const base = { pool, clock: systemClock, log: makeLog('silent'), metrics: makeMetrics() };
  const { payments, ...refunds } = makePayments({
    ...base,
    providers: [provider],
    timing: usualTiming.payments,
    noticeUrl: (name: string) => `https://chairs.example/${name}`,
    refundMoved: republishOrder,
  });
  await payments.installation(); // as when a server starts
  const { orders, ...chairs } = makeOrders({
    ...base,
    requestPool: pool,
    listener,
    timing: usualTiming.orders,
    payMinutes: 10,
    servicePhone: '',
    stopRefund: 'none',
    faultRefund: 'unused',
    payments,
    send: (deviceId, command) => void sent.push({ deviceId, command }),
    connected: () => true,
    readUntil: async () => systemClock(),
    lagMs: () => 0,
  });
  const settlement = makeSettlement({ ...payments, hooks: paymentHooks(orders) });
  const stop = async () => {
    for (const part of [settlement, chairs, refunds]) await part.stop();
  };
  return { payments, orders, settlement, sent, stop };
}

/** A guest, a free chair, and the guest's request to start it. */
export async function guestAtChair(pool: Pool, payType: string) {
  const world = makeWorld(pool);
  const outlet = await world.outlet();
  const { deviceId } = await world.device(outlet, { online: true });
  const { accountId, account, mobile } = await world.consumer();
  const caller: Caller = {
    accountId,
    role: 'consumer',
    account,
    mobile,
    name: '',
    permissions: [],
    outletIds: [],
    boundOutletId: null,
    tokenHash: Buffer.alloc(0),
  };
  const priceId = outlet.prices[1]?.priceId ?? '';
  const input = starting.activate.input.parse({ deviceId, priceId, payType, requestId: randomUUID() });
  const payer = {
    ip: '203.0.113.5',
    browser: 'other' as const,
    language: 'en_US' as const,
    origin: 'https://chairs.example',
    patienceMs: 0,
    hasWallet: async () => false,
    aside: <T>(waiting: () => Promise<T>) => waiting(),
  };
  return { caller, deviceId, input, payer };
}
