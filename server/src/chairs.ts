import { randomUUID } from 'node:crypto';
import { makePresence, type Presence } from './features/devices/presence.service.ts';
import { makeCommands } from './features/orders/orders.commands.ts';
import { makeLife } from './features/orders/orders.life.ts';
import { makeOutcomes } from './features/orders/orders.outcomes.ts';
import type { PaymentProvider } from './features/payments/payment-port.ts';
import { makePayments } from './features/payments/payments.service.ts';
import { type Broker, startBroker } from './gateway/broker.ts';
import { checkSecrets } from './gateway/credentials.ts';
import { makeInbox } from './gateway/inbox.ts';
import { connectInside, connectOutside } from './gateway/mqtt.ts';
import type { Clock } from './platform/clock.ts';
import type { Pool } from './platform/db.ts';
import type { Env } from './platform/env.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import type { Listener } from './platform/notify.ts';
import { every } from './platform/schedule.ts';

interface ChairDeps {
  env: Env;
  pool: Pool;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  listener: Listener;
  providers: PaymentProvider[];
}

const flushEvery = 250;
const sweepEvery = 1_000;
const silenceEvery = 5_000;
const moneyEvery = 10_000;

/** The part of main.ts that has to do with chairs: the broker, the gateway, and the life of orders. */
export async function wireChairs({ env, pool, clock, log, metrics, listener, providers }: ChairDeps) {
  const broker = env.MQTT_URL ? undefined : await startBroker({ checkSecret: checkSecrets(pool), log, metrics });
  const gateway = broker
    ? connectInside(broker, log)
    : connectOutside(env.MQTT_URL ?? '', `recline-${randomUUID()}`, log);
  const outcomes = makeOutcomes(listener);
  const commands = makeCommands(clock, (deviceId, command) => gateway.send(deviceId, 'cmd', command));
  const payments = makePayments({ pool, clock, log, commands, providers, wake: outcomes.wake });
  const { refundSoon } = payments;
  const life = makeLife({ pool, clock, metrics, commands, outcomes, refundSoon });
  const presence: Presence = makePresence({ pool, clock, query: commands.query, onRunning: life.reconcile });
  const inbox = makeInbox(
    {
      ...presence,
      acknowledged: life.acknowledged,
      happened: life.happened,
      confirm: (deviceId, ack) => gateway.send(deviceId, 'evt-ack', ack),
    },
    log,
    metrics,
  );
  const timers: (() => Promise<void>)[] = [];

  return {
    outcomes,
    commands,
    payments,
    life,
    connected: gateway.connected,
    /** Once the tables are there: hears the chairs, lets them in, and watches the deadlines. Returns the broker's URL. */
    async begin(): Promise<string> {
      await gateway.subscribe(inbox.handle);
      timers.push(
        every(flushEvery, presence.flush, log),
        every(silenceEvery, presence.sweep, log),
        every(sweepEvery, life.sweep, log),
        every(moneyEvery, payments.payBack, log),
        every(moneyEvery, payments.askProviders, log),
      );
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
