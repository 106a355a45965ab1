import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserKindOf } from '@recline/contract/browser-kind';
import { basePath } from '@recline/contract/call';
import type { StickerState } from '@recline/contract/chair-card';
import type { Currency } from '@recline/contract/money';
import { pages } from '@recline/contract/pages';
import { uploads as uploadCalls } from '@recline/contract/uploads';
import type { FastifyInstance } from 'fastify';
import { servePictures } from './demo/pictures.ts';
import { makeAdverts, serveAdvertPictures } from './features/adverts/index.ts';
import { makeAgreements } from './features/agreements/index.ts';
import { chairCardHandlers, makeChairCard, stickerState } from './features/chair-card/index.ts';
import { makeCouponTries } from './features/coupons/index.ts';
import { credentialsChanged, deviceHandlers, makeDevices, makePresence } from './features/devices/index.ts';
import { dictionaryHandlers } from './features/dictionary/index.ts';
import { eventHandlers, makeEvents } from './features/events/index.ts';
import { feedbackHandlers, makeFeedback, moveFeedback } from './features/feedback/index.ts';
import {
  buryMessage,
  makeOrderList,
  makeOrders,
  moveOrders,
  orderHandlers,
  republishOrder,
  startingHandlers,
} from './features/orders/index.ts';
import { makeOutlets, outletHandlers } from './features/outlets/index.ts';
import {
  knownProviders,
  makePayments,
  makeProviders,
  makeReconciliation,
  makeSettlement,
  makeWallets,
  noticePath,
  offered,
  serveNotices,
} from './features/payments/index.ts';
import { makeRevenue, revenueHandlers } from './features/revenue/index.ts';
import {
  makeGuests,
  makeSessions,
  makeSmsCodes,
  makeWalletLogin,
  sessionHandlers,
  type Wallet,
  walletUserOf,
} from './features/session/index.ts';
import { makeSms } from './features/sms/index.ts';
import { makeFileHost, makeUploads, moveFiles, uploadHandlers } from './features/uploads/index.ts';
import { type Broker, startBroker } from './gateway/broker.ts';
import { checkSecrets } from './gateway/credentials.ts';
import { makeFailover } from './gateway/failover.ts';
import { makeInbox } from './gateway/inbox.ts';
import { connectInside, connectOutside, observeEvents } from './gateway/mqtt.ts';
import { makeServers } from './gateway/servers.ts';
import { serveGauges } from './gauges.ts';
import type { Clock } from './platform/clock.ts';
import type { Pool } from './platform/db.ts';
import type { Env } from './platform/env.ts';
import { type Handlers, registerCalls } from './platform/http/calls.ts';
import { serveDocs } from './platform/http/docs.ts';
import { makeFileOrigins } from './platform/http/file-origins.ts';
import { makeLoadShedding } from './platform/http/load-shedding.ts';
import type { RenderedPage } from './platform/http/rendered-page.ts';
import { serveWeb } from './platform/http/web.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import type { Module } from './platform/modules.ts';
import type { Listener } from './platform/notify.ts';
import { forgetOldUses } from './platform/rate-limit.ts';
import { every } from './platform/schedule.ts';
import type { Timing } from './timing.ts';

const root = join(import.meta.dirname, '../..');
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

/** What every part is made from. */
export interface Base {
  env: Env;
  clock: Clock;
  timing: Timing;
  log: Log;
  metrics: Metrics;
  listener: Listener;
  /** For people's calls and streams. */
  requestPool: Pool;
  /** For what chairs report and what is due: never waits behind what people look at. */
  chairPool: Pool;
  /** The payment apps that say who their user is; by default those among the payment providers. */
  wallets: readonly Wallet[] | undefined;
  /** How many connections there may be. */
  connections: { http: number; chairs: number };
  /** Where this server is reached, once it listens. */
  ownUrl: () => string;
}

// Orders and chairs -------------------------------------------------------------------------

/** Orders, their money, and the chairs behind the broker. The parts are made here and start as modules. */
export async function composeChairs(base: Base) {
  const { env, clock, timing, log, metrics, listener, chairPool, requestPool } = base;
  const brokerDeps = { checkSecret: checkSecrets(chairPool), maxConnections: base.connections.chairs, log, metrics };
  const broker = env.MQTT_URL ? undefined : await startBroker(brokerDeps);
  if (broker) listener.on(credentialsChanged, ({ deviceId }) => broker.drop(deviceId));
  const clientId = `recline-${randomUUID()}`;
  const gateway = broker ? connectInside(broker, log) : connectOutside(env.MQTT_URL ?? '', clientId, log);
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
  if (providers.length === 0) log.warn('no payment provider is set up: guests pay by cash and coupons only');
  const noticeUrl = (provider: string) => `${env.PUBLIC_URL ?? ownUrl()}${noticePath}/${provider}`;
  const paymentDeps = {
    pool: chairPool,
    clock,
    log,
    metrics,
    providers,
    timing: timing.payments,
    noticeUrl,
    refundMoved: republishOrder,
  };
  const payments = makePayments(paymentDeps);

  const orders = makeOrders({
    chairPool,
    requestPool,
    clock,
    log,
    metrics,
    listener,
    timing: timing.orders,
    payMinutes: env.PAY_MINUTES,
    stopRefund: env.STOP_REFUND,
    payments,
    send: (deviceId, command) => gateway.send(deviceId, 'cmd', command),
    connected: gateway.connected,
    readUntil: () => servers.readUntil(),
    lagMs: () => inbox.lagMs(),
  });
  const settlementDeps = { ...paymentDeps, hooks: orders.paymentHooks, refundSoon: payments.refundSoon };
  const settlement = makeSettlement(settlementDeps);
  const reconciliation = makeReconciliation({ ...settlementDeps, directory: join(env.DATA_DIR, 'bills') });
  const presence = makePresence({
    pool: chairPool,
    clock,
    log,
    timing: timing.presence,
    query: orders.queryChair,
    runningReported: orders.runningReported,
  });
  const inbox = makeInbox({
    handlers: {
      ...presence,
      acknowledged: orders.acknowledged,
      happened: orders.happened,
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
    { name: 'refunds', ...payments },
    { name: 'presence', ...presence },
    { name: 'gateway', start: () => gateway.subscribe(inbox.handle), stop: gateway.stop },
    { name: 'inbox', stop: inbox.stop },
    ...(broker ? [] : [failoverModule(base, { clientId, servers, handle: inbox.handle, confirm })]),
    { name: 'servers', start: servers.start, stop: servers.stop },
    { name: 'orders', start: orders.start, stop: orders.stop },
    { name: 'settlement', start: settlement.start, stop: settlement.stop },
    { name: 'reconciliation', start: reconciliation.start, stop: reconciliation.stop },
  ];
  return { broker, gateway, orders, payments, settlement, installed, modules };
}

export type Chairs = Awaited<ReturnType<typeof composeChairs>>;

/** With several servers on an outside broker: handles events that another server left. */
function failoverModule(
  { env, chairPool, log }: Base,
  parts: { clientId: string } & Omit<Parameters<typeof makeFailover>[0], 'pool' | 'log'>,
): Module {
  const failover = makeFailover({ pool: chairPool, log, ...parts });
  let observer: ReturnType<typeof observeEvents> | undefined;
  return {
    name: 'failover',
    start() {
      observer = observeEvents(env.MQTT_URL ?? '', `${parts.clientId}-failover`, log, failover.observe);
      failover.start();
    },
    async stop() {
      await failover.stop();
      await observer?.stop();
    },
  };
}

/** Chairs are let in last, when everything that acts on them runs. */
export function brokerModule(broker: Broker | undefined, env: Env): Module & { url(): string } {
  let url = '';
  return {
    name: 'broker',
    url: () => url,
    async start() {
      url = broker
        ? `mqtt://localhost:${await broker.listen(env.MQTT_PORT, env.HOST)}`
        : withoutUser(env.MQTT_URL ?? '');
    },
    stop: () => broker?.stop(),
  };
}

const withoutUser = (url: string): string => Object.assign(new URL(url), { username: '', password: '' }).href;

// Calls and pages ---------------------------------------------------------------------------

/** Every call and page, on the HTTP server. Returns the modules that keep them tidy. */
export async function composeHttp(app: FastifyInstance, base: Base, chairs: Chairs): Promise<Module[]> {
  const { env, clock, log, metrics, listener, timing, requestPool: pool } = base;
  const sessions = makeSessions({ pool, listener, clock });
  const sms = makeSms({ env, clock, log, metrics });
  const codes = makeSmsCodes({ pool, clock, log, metrics, sendSms: sms.send, dailyLimit: env.SMS_DAILY_LIMIT });
  const moves = [moveOrders(chairs.orders.service), moveFeedback, moveFiles];
  const guests = makeGuests({ pool, clock, sessions, codes, moves });
  const known = base.wallets ?? makeWallets(env.PAYMENT_PROVIDERS, { settings: env.given, fetch, clock });
  const wallets = makeWalletLogin({ pool, clock, log, sessions, wallets: known });
  const servicePhone = env.SERVICE_PHONE;
  const agreements = await makeAgreements({ pool, clock, folder: env.AGREEMENTS_DIR, servicePhone });
  const outlets = makeOutlets({ pool, clock, currency: env.APP_CURRENCY });
  const files = makeFileHost(env, pool, clock);
  const uploads = makeUploads({ pool, clock, host: files.host, quota: env.UPLOAD_QUOTA_MB * 1024 * 1024 });
  const revenue = makeRevenue({ pool, clock, outlets });
  const figures = revenueHandlers(revenue);
  const adverts = makeAdverts(pool, clock);
  const providers = chairs.installed.map(({ provider }) => provider);
  const payTypes = (currency: Currency, userAgent: string) =>
    offered(providers, { currency, browser: browserKindOf(userAgent) }).map(({ name }) => name);
  const chairCard = makeChairCard({ pool, clock, adverts, servicePhone: env.SERVICE_PHONE, payTypes });
  const events = makeEvents({ pool, clock, log, metrics, listener });
  const starting = startingHandlers(
    chairs.orders,
    async ({ deviceId }) => ({ rows: await adverts.ofChair(deviceId) }),
    makeCouponTries({ pool, clock, log }),
    env.PUBLIC_URL,
    (accountId) => walletUserOf(pool, accountId, 'wechat'),
  );
  const handlers: Handlers = {
    agreements: agreements.handlers,
    session: sessionHandlers({
      sessions,
      codes,
      guests,
      wallets,
      agreements,
      countries: sms.countries,
      env,
      home: (context) => figures.home({}, context),
    }),
    dictionary: dictionaryHandlers(knownProviders),
    revenue: figures,
    outlets: outletHandlers(outlets),
    devices: deviceHandlers(makeDevices({ pool, clock })),
    chairCard: chairCardHandlers(chairCard, sessions.findCaller),
    orders: orderHandlers(chairs.orders, makeOrderList({ pool, clock, outlets, revenue }), chairs.settlement.querySoon),
    starting: {
      ...starting,
      async activate(input, context) {
        await agreements.recordOf(context.caller, input.agreed, 'payment');
        return starting.activate(input, context);
      },
    },
    feedback: feedbackHandlers(makeFeedback({ pool, clock, uploads })),
    uploads: uploadHandlers(uploads),
    events: eventHandlers({ events, sessions, clock }),
  };
  const loadShedding = makeLoadShedding(metrics, env.MAX_CALLS);
  app.addHook('onClose', async () => loadShedding.stop());
  app.addHook('preClose', async () => events.stop());
  registerCalls(app, handlers, sessions.findCaller, loadShedding);
  await serveNotices(app, chairs.settlement);
  for (const { serve } of chairs.installed) serve?.(app);
  await files.serve(app, uploads);
  serveAdvertPictures(app, pool);
  serveDocs(app, version);
  if (env.DEMO) servePictures(app);
  const card = env.API_URL === undefined ? chairCard : undefined;
  const load = stickerState({
    card,
    providers: knownProviders,
    cardWithinMs: base.timing.sticker.cardWithinMs,
    log,
    metrics,
  });
  serveGauges({ ...base, registry: metrics.registry, connected: chairs.gateway.connected, version });
  await servePages(app, { env, log }, { fileOrigins: files.host.origins, load });
  const { forgetOldNotices } = chairs.settlement;
  const uses = periodic('uses of sessions', timing.session.saveUsesEveryMs, sessions.saveUses, log);
  return [
    { name: 'agreements', start: agreements.start },
    hourly('payment notices', forgetOldNotices, log),
    hourly('sessions', () => sessions.forgetOld(), log),
    hourly('merged guests', () => guests.moveStragglers(), log),
    hourly('sms codes', () => codes.forgetOld(), log),
    hourly('wallet logins', () => wallets.forgetOld(), log),
    hourly('uploads', () => uploads.sweep(), log),
    hourly('rate limits', () => forgetOldUses(pool, clock()), log),
    {
      ...uses,
      async stop() {
        await uses.stop();
        await sessions.saveUses();
      },
    },
  ];
}

const hourly = (name: string, work: () => Promise<unknown>, log: Log) =>
  periodic(`${name}: clean-up`, 3600_000, work, log);

function periodic(name: string, everyMs: number, work: () => Promise<unknown>, log: Log) {
  let stop = async () => {};
  return {
    name,
    start() {
      stop = every(everyMs, work, log);
    },
    stop: () => stop(),
  };
}

interface PageParts {
  fileOrigins: string[];
  load: ReturnType<typeof stickerState>;
}

async function servePages(
  app: FastifyInstance,
  { env, log }: Pick<Base, 'env' | 'log'>,
  { fileOrigins, load }: PageParts,
): Promise<void> {
  const path = `${basePath}${uploadCalls.origins.path}`;
  const otherFiles = env.API_URL === undefined ? () => [] : makeFileOrigins(env.API_URL, path, log);
  const connect = () => [...fileOrigins, ...originsOf(env.API_URL), ...otherFiles()];
  const images = () => [...connect(), ...originsOf(env.TILE_URL)];
  const config = {
    country: env.APP_COUNTRY,
    currency: env.APP_CURRENCY,
    language: env.APP_LANGUAGE,
    appId: env.APP_ID,
    baseUrl: env.API_URL ?? '',
    servicePhone: env.SERVICE_PHONE,
    hostScanners: env.HOST_SCANNERS,
    tileUrl: env.TILE_URL ?? '',
    tileAttribution: env.TILE_ATTRIBUTION,
    version,
    payMinutes: env.PAY_MINUTES,
  };
  const sticker: RenderedPage<StickerState> = {
    path: pages.index,
    load,
    status: ({ unknown }) => (unknown ? 404 : 200),
  };
  await serveWeb(app, { directory: join(root, 'web/dist'), config, connect, images, sticker });
}

const originsOf = (url: string | undefined): string[] => (url === undefined ? [] : [new URL(url).origin]);
