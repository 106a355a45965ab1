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
import { reachedAt } from './platform/hosts.ts';
import type { Module } from './platform/modules.ts';

/** Orders, their money, and the chairs behind the broker. The parts are made here and start as modules. */
export async function composeChairs(base: Base) {
  const { env, clock, timing, log, metrics, listener, chairPool, requestPool } = base;
  const clientId = `recline-${randomUUID()}`;
  const connections = makeConnectionLog(log);
  const { broker, gateway } = await connectGateway(base, clientId, connections);
  const confirm = (deviceId: string, ack: { eventId: string }) => gateway.send(deviceId, 'evt-ack', ack);

  const { installed, payments, refunds } = composePayments(base);
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

/** To the embedded broker, or to an outside one. */
async function connectGateway(base: Base, clientId: string, connections: ConnectionLog) {
  const { env, log, metrics, listener, chairPool } = base;
  if (env.MQTT_URL) {
    await requireSharedSubscriptions(env.MQTT_URL, `${clientId}-check`, log);
    return { broker: undefined, gateway: connectOutside(env.MQTT_URL, clientId, { log, connections }) };
  }
  const checkSecret = checkSecrets(chairPool, log);
  const broker = await startBroker({ checkSecret, maxConnections: base.connections.chairs, log, metrics });
  listener.on(credentialsChanged, ({ deviceId }) => broker.drop(deviceId));
  return { broker, gateway: connectInside(broker, log) };
}

function composePayments({ env, clock, log, metrics, timing, chairPool: pool, ownUrl }: Base) {
  const deps = { settings: env.given, fetch, clock, log, pool, timing: timing.sandbox, ownUrl };
  const named = makeProviders(env.PAYMENT_PROVIDERS, deps);
  const installed = env.DEMO ? [...named, ...refundersOfDemo(env, deps)] : named;
  const { payments, ...refunds } = makePayments({
    pool,
    clock,
    log,
    metrics,
    providers: installed.map(({ provider }) => provider),
    timing: timing.payments,
    noticeUrl: (provider) => `${env.PUBLIC_URL ?? ownUrl()}${noticePath}/${provider}`,
    refundMoved: republishOrder,
  });
  return { installed, payments, refunds };
}

/** The demo's history was paid at the sandbox, which refunds it. Where it is not named, no guest can pay there. */
const refundersOfDemo = ({ PAYMENT_PROVIDERS }: Env, deps: Parameters<typeof makeProviders>[1]) =>
  PAYMENT_PROVIDERS.includes('sandbox')
    ? []
    : makeProviders(['sandbox'], deps).map(({ provider, ...rest }) => ({
        ...rest,
        provider: { ...provider, currencies: [] },
      }));

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

const withoutUser = (url: string): string => Object.assign(new URL(url), { username: '', password: '' }).href;
