import { randomUUID } from 'node:crypto';
import type { EventAck } from '@recline/contract/topics';
import type { FastifyInstance } from 'fastify';
import { makeAdverts } from './features/adverts/adverts.service.ts';
import { makePresence, type Presence } from './features/devices/presence.service.ts';
import { eventHandlers } from './features/events/events.routes.ts';
import { makeEvents } from './features/events/events.service.ts';
import { makeCommands } from './features/orders/orders.commands.ts';
import { makeLife } from './features/orders/orders.life.ts';
import { makeOutcomes } from './features/orders/orders.outcomes.ts';
import { orderHandlers } from './features/orders/orders.routes.ts';
import { makeOrders } from './features/orders/orders.service.ts';
import { noticePath, serveCashier, serveNotices } from './features/payments/payments.routes.ts';
import { makePayments } from './features/payments/payments.service.ts';
import { makeSandbox } from './features/payments/sandbox.ts';
import type { Sessions } from './features/session/session.service.ts';
import { startingHandlers } from './features/starting/starting.routes.ts';
import { makeStarting } from './features/starting/starting.service.ts';
import { type Broker, startBroker } from './gateway/broker.ts';
import { checkSecrets } from './gateway/credentials.ts';
import { makeFailover } from './gateway/failover.ts';
import { makeInbox } from './gateway/inbox.ts';
import { connectInside, connectOutside, observeEvents } from './gateway/mqtt.ts';
import { makePeers } from './gateway/peers.ts';
import type { Clock } from './platform/clock.ts';
import type { Pool } from './platform/db.ts';
import type { Env } from './platform/env.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import type { Listener } from './platform/notify.ts';
import type { Pace } from './platform/pace.ts';
import { every } from './platform/schedule.ts';

interface ChairDeps {
  env: Env;
  pool: Pool;
  /** For the calls of people and their streams. */
  callPool: Pool;
  clock: Clock;
  pace: Pace;
  log: Log;
  metrics: Metrics;
  listener: Listener;
  /** Where this server itself is reached, once it listens. */
  ownUrl: () => string;
}

/** The part of main.ts that has to do with chairs: the broker, the gateway, and the life of orders. */
export async function wireChairs({ env, pool, callPool, clock, pace, log, metrics, listener, ownUrl }: ChairDeps) {
  const broker = env.MQTT_URL ? undefined : await startBroker({ checkSecret: checkSecrets(pool), log, metrics });
  if (broker) listener.on('credentials', ({ deviceId }) => broker.drop(deviceId));
  const clientId = `recline-${randomUUID()}`;
  const gateway = broker ? connectInside(broker, log) : connectOutside(env.MQTT_URL ?? '', clientId, log);
  const { connected } = gateway;
  const sandbox = makeSandbox({ pool, clock, pace, log, noticeUrl: () => `${ownUrl()}${noticePath}/sandbox` });
  const providers = env.PAYMENT_PROVIDER === 'sandbox' ? [sandbox.provider] : [];
  const outcomes = makeOutcomes(listener);
  const commands = makeCommands(clock, pace, (deviceId, command) => gateway.send(deviceId, 'cmd', command));
  const payments = makePayments({ pool, clock, pace, log, commands, providers, wake: outcomes.wake });
  const { refundSoon } = payments;
  const life = makeLife({ pool, clock, pace, metrics, commands, outcomes, refundSoon });
  const presence: Presence = makePresence({ pool, clock, query: commands.query, onRunning: life.reconcile });
  const confirm = (deviceId: string, ack: EventAck) => gateway.send(deviceId, 'evt-ack', ack);
  const inbox = makeInbox(
    {
      ...presence,
      acknowledged: life.acknowledged,
      happened: life.happened,
      confirm,
      overrun: (deviceId) => broker?.drop(deviceId),
    },
    pace,
    log,
    metrics,
  );
  const events = makeEvents({ pool: callPool, clock, log, metrics, listener });
  const timers: (() => Promise<unknown>)[] = [];
  /** Looks after the events that other servers on the same broker let lie. */
  const watch = async (url: string) => {
    const peers = await makePeers(pool, listener, log);
    const witness = makeFailover({ pool, log, peers, handle: inbox.handle, confirm });
    const ears = observeEvents(url, `${clientId}-witness`, log, witness.hear);
    timers.push(peers.stop, witness.stop, ears.stop);
  };

  return {
    connected,
    caughtUp: outcomes.caughtUp,
    payTypes: payments.names,
    /** The handlers of the calls that have to do with chairs. */
    handlers(sessions: Sessions) {
      const orders = makeOrders({ pool: callPool, clock, life, commands });
      const deps = { pool: callPool, chairPool: pool, clock, pace, life, outcomes, payments, connected };
      const starting = makeStarting(deps);
      return {
        orders: orderHandlers(orders),
        starting: startingHandlers(starting, makeAdverts(callPool, clock), env.PUBLIC_URL),
        events: eventHandlers({ events, sessions, clock }),
      };
    },
    /** What payment providers and their customers open. */
    async serve(app: FastifyInstance): Promise<void> {
      app.addHook('preClose', async () => events.stop());
      await serveNotices(app, payments);
      if (providers.includes(sandbox.provider)) serveCashier(app, sandbox);
    },
    /** Once the tables are there: hears the chairs, lets them in, and watches the deadlines. Returns the broker's URL. */
    async begin(): Promise<string> {
      await gateway.subscribe(inbox.handle);
      timers.push(
        every(pace.flushEvery, presence.flush, log),
        every(pace.flushEvery, life.noteAccepted, log),
        every(pace.silenceEvery, presence.sweep, log),
        every(pace.sweepEvery, life.sweep, log),
        every(pace.moneyEvery, payments.payBack, log),
        every(pace.moneyEvery, payments.askProviders, log),
      );
      if (!broker) await watch(env.MQTT_URL ?? '');
      const url = await openBroker(broker, env);
      await life.recover();
      return url;
    },
    async stop() {
      await Promise.all(timers.map((stopTimer) => stopTimer()));
      commands.stop();
      await broker?.stop();
      await inbox.stop();
      await gateway.stop();
      await sandbox.stop();
      await payments.stop();
      await presence.flush().catch((error) => log.warn({ err: error }, 'the last states of chairs were not saved'));
    },
  };
}

export type Chairs = Awaited<ReturnType<typeof wireChairs>>;

async function openBroker(broker: Broker | undefined, env: Env): Promise<string> {
  if (broker) return `mqtt://localhost:${await broker.listen(env.MQTT_PORT, env.HOST)}`;
  const outside = new URL(env.MQTT_URL ?? '');
  return Object.assign(outside, { username: '', password: '' }).href;
}
