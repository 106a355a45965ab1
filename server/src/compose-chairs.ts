import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Base } from './base.ts';
import { credentialsChanged, makePresence } from './features/devices/index.ts';
import { buryMessage, makeOrders, paymentHooks, republishOrder } from './features/orders/index.ts';
import {
  makePayments,
  makeProviders,
  makeReconciliation,
  makeSettlement,
  noticePath,
} from './features/payments/index.ts';
import { type Broker, startBroker } from './gateway/broker/broker.ts';
import { checkSecrets } from './gateway/broker/credentials.ts';
import { type ConnectionLog, makeConnectionLog } from './gateway/connection-log.ts';
import { makeInbox } from './gateway/inbox.ts';
import { connectInside, connectOutside, observeEvents } from './gateway/mqtt.ts';
import { makeFailover } from './gateway/servers/failover.ts';
import { makeServers } from './gateway/servers/servers.ts';
import { requireSharedSubscriptions } from './gateway/servers/shared-subscriptions.ts';
import type { Env } from './platform/env.ts';
import { isEverywhere, isLoopback } from './platform/hosts.ts';
import type { Module } from './platform/modules.ts';

/** Orders, their money, and the chairs behind the broker. The parts are made here and start as modules. */
export async function composeChairs(base: Base) {
  const { env, clock, timing, log, metrics, listener, chairPool, requestPool } = base;
  const brokerDeps = {
    checkSecret: checkSecrets(chairPool, log),
    maxConnections: base.connections.chairs,
    log,
    metrics,
  };
  const broker = env.MQTT_URL ? undefined : await startBroker(brokerDeps);
  if (broker) listener.on(credentialsChanged, ({ deviceId }) => broker.drop(deviceId));
  const clientId = `recline-${randomUUID()}`;
  const brokerUrl = env.MQTT_URL ?? '';
  if (!broker) await requireSharedSubscriptions(brokerUrl, `${clientId}-check`, log);
  const connections = makeConnectionLog(log);
  const gateway = broker ? connectInside(broker, log) : connectOutside(brokerUrl, clientId, { log, connections });
  const confirm = (deviceId: string, ack: { eventId: string }) => gateway.send(deviceId, 'evt-ack', ack);

  const { ownUrl } = base;
  const installed = makeProviders(env.PAYMENT_PROVIDERS, {
    settings: env.given,
    fetch,
    clock,
    log,
    pool: chairPool,
    timing: timing.sandbox,
    ownUrl,
  });
  const providers = installed.map(({ provider }) => provider);
  const noticeUrl = (provider: string) => `${env.PUBLIC_URL ?? ownUrl()}${noticePath}/${provider}`;
  const { payments, ...refunds } = makePayments({
    pool: chairPool,
    clock,
    log,
    metrics,
    providers,
    timing: timing.payments,
    noticeUrl,
    refundMoved: republishOrder,
  });

  const { orders, ...chairs } = makeOrders({
    pool: chairPool,
    requestPool,
    clock,
    log,
    metrics,
    listener,
    timing: timing.orders,
    payMinutes: env.PAY_MINUTES,
    servicePhone: env.SERVICE_PHONE,
    stopRefund: env.STOP_REFUND,
    faultRefund: env.FAULT_REFUND,
    payments,
    send: (deviceId, command) => gateway.send(deviceId, 'cmd', command),
    connected: gateway.connected,
    readUntil: () => servers.readUntil(),
    lagMs: () => inbox.lagMs(),
  });
  const settlementDeps = { ...payments, hooks: paymentHooks(orders) };
  const settlement = makeSettlement(settlementDeps);
  const reconciliation = makeReconciliation({ ...settlementDeps, directory: join(env.DATA_DIR, 'bills') });
  const presence = makePresence({
    pool: chairPool,
    clock,
    log,
    timing: timing.presence,
    query: chairs.queryChair,
    runningReported: chairs.runningReported,
  });
  const inbox = makeInbox({
    handlers: {
      ...presence,
      acknowledged: chairs.acknowledged,
      happened: chairs.happened,
      confirm,
      bury: (message, error, receivedAt) => buryMessage(chairPool, message, error, { receivedAt, now: clock() }),
      overrun: (deviceId) => broker?.drop(deviceId),
    },
    clock,
    timing: timing.inbox,
    log,
    metrics,
  });
  const servers = makeServers({ pool: chairPool, clock, log, fence: gateway.fence, drained: inbox.drained });

  const modules: Module[] = [
    ...installed.map(({ provider, stop }) => ({ name: `provider ${provider.name}`, ...(stop && { stop }) })),
    { name: 'refunds', ...refunds },
    { name: 'presence', ...presence },
    { name: 'gateway', start: () => gateway.subscribe(inbox.handle), stop: gateway.stop },
    { name: 'inbox', stop: inbox.stop },
    ...(broker ? [] : [failoverModule(base, connections, { clientId, servers, handle: inbox.handle, confirm })]),
    { name: 'servers', start: servers.start, stop: servers.stop },
    { name: 'orders', start: chairs.start, stop: chairs.stop },
    { name: 'settlement', start: settlement.start, stop: settlement.stop },
    { name: 'reconciliation', start: reconciliation.start, stop: reconciliation.stop },
  ];
  return { broker, gateway, orders, settlement, installed, modules };
}

export type Chairs = Awaited<ReturnType<typeof composeChairs>>;

/** With several servers on an outside broker: handles events that another server left unhandled. */
function failoverModule(
  { env, chairPool, log }: Base,
  connections: ConnectionLog,
  parts: { clientId: string } & Omit<Parameters<typeof makeFailover>[0], 'pool' | 'log'>,
): Module {
  const failover = makeFailover({ pool: chairPool, log, ...parts });
  let observer: ReturnType<typeof observeEvents> | undefined;
  return {
    name: 'failover',
    start() {
      observer = observeEvents(env.MQTT_URL ?? '', `${parts.clientId}-failover`, connections, failover.observe);
      failover.start();
    },
    async stop() {
      await failover.stop();
      await observer?.stop();
    },
  };
}

/** Chairs may connect last, when everything that acts on them runs. */
export function brokerModule(broker: Broker | undefined, env: Env): Module & { url(): string } {
  let url = '';
  return {
    name: 'broker',
    url: () => url,
    async start() {
      url = broker
        ? `mqtt://${reachedAt(env.MQTT_HOST)}:${await broker.listen(env.MQTT_PORT, env.MQTT_HOST)}`
        : withoutUser(env.MQTT_URL ?? '');
    },
    stop: () => broker?.stop(),
  };
}

/** The host name by which this machine reaches a server that listens at that address. */
const reachedAt = (host: string): string =>
  isEverywhere(host) || isLoopback(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;

const withoutUser = (url: string): string => Object.assign(new URL(url), { username: '', password: '' }).href;
