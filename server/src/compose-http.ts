import { join } from 'node:path';
import { browserKindOf } from '@recline/contract/browser-kind';
import { basePath } from '@recline/contract/call';
import type { StickerState } from '@recline/contract/chair-card';
import type { Currency } from '@recline/contract/money';
import { uploads as uploadCalls } from '@recline/contract/uploads';
import type { FastifyInstance } from 'fastify';
import { type Base, build, root } from './base.ts';
import type { Chairs } from './compose-chairs.ts';
import { servePictures } from './demo/pictures.ts';
import { makeAdverts, serveAdvertPictures } from './features/adverts/index.ts';
import { makeAgreements } from './features/agreements/index.ts';
import { chairCardHandlers, makeChairCard, stickerState } from './features/chair-card/index.ts';
import { makeCouponTries } from './features/coupons/index.ts';
import { deviceHandlers, makeDevices } from './features/devices/index.ts';
import { dictionaryHandlers } from './features/dictionary/index.ts';
import { eventHandlers, makeEvents } from './features/events/index.ts';
import { feedbackHandlers, makeFeedback, moveFeedback } from './features/feedback/index.ts';
import { makeOrderList, moveOrders, orderHandlers, startingHandlers } from './features/orders/index.ts';
import { makeOutlets, outletHandlers } from './features/outlets/index.ts';
import { knownProviders, makeWallets, offered, serveNotices } from './features/payments/index.ts';
import { applyDuePlans } from './features/prices/index.ts';
import { makeRetention } from './features/retention/index.ts';
import { makeRevenue, revenueHandlers } from './features/revenue/index.ts';
import {
  makeGuests,
  makeSessions,
  makeSmsCodes,
  makeWalletLogin,
  sessionHandlers,
  walletUserOf,
} from './features/session/index.ts';
import { makeSms } from './features/sms/index.ts';
import { makeFileHost, makeUploads, moveFiles, uploadHandlers } from './features/uploads/index.ts';
import { serveGauges } from './gauges.ts';
import { type Handlers, registerCalls } from './platform/http/calls.ts';
import { serveDocs } from './platform/http/docs.ts';
import { makeFileOrigins } from './platform/http/file-origins.ts';
import { makeLoadShedding } from './platform/http/load-shedding.ts';
import type { RenderedPage } from './platform/http/rendered-page.ts';
import { serveWeb } from './platform/http/web.ts';
import type { Log } from './platform/log.ts';
import type { Module } from './platform/modules.ts';
import { forgetOldUses } from './platform/rate-limit.ts';
import { every } from './platform/schedule.ts';

/** Every call and page, on the HTTP server. Returns the modules that keep them tidy. */
export async function composeHttp(app: FastifyInstance, base: Base, chairs: Chairs): Promise<Module[]> {
  const { env, clock, log, metrics, listener, timing, requestPool: pool } = base;
  const sessions = makeSessions({ pool, listener, clock });
  const sms = makeSms({ env, clock, log, metrics, timing: timing.sms });
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
  const chairCard = makeChairCard({ pool, clock, servicePhone: env.SERVICE_PHONE, payTypes });
  const events = makeEvents({ pool, clock, log, metrics, listener });
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
    orders: orderHandlers({
      orders: chairs.orders,
      list: makeOrderList({ pool, clock, outlets, revenue }),
      querySoon: chairs.settlement.querySoon,
      findCaller: sessions.findCaller,
    }),
    starting: startingHandlers({
      orders: chairs.orders,
      adverts: async ({ deviceId }) => ({ rows: await adverts.ofChair(deviceId) }),
      couponTries: makeCouponTries({ pool, clock, log }),
      publicUrl: env.PUBLIC_URL,
      wechatUserOf: (accountId) => walletUserOf(pool, accountId, 'wechat'),
      recordConsent: (caller, agreed) => agreements.recordOf(caller, agreed, 'payment'),
    }),
    feedback: feedbackHandlers(makeFeedback({ pool, clock, uploads })),
    uploads: uploadHandlers(uploads),
    events: eventHandlers({ events, sessions, clock }),
  };
  const loadShedding = makeLoadShedding(metrics, { maxCalls: env.MAX_CALLS, ...timing.load });
  app.addHook('onClose', async () => loadShedding.stop());
  app.addHook('preClose', async () => events.stop());
  registerCalls(app, handlers, sessions.findCaller, loadShedding);
  await serveNotices(app, chairs.settlement);
  for (const { serve } of chairs.installed) serve?.(app);
  await files.serve(app, uploads);
  serveAdvertPictures(app, pool);
  serveDocs(app, build.version);
  if (env.DEMO) servePictures(app);
  const card = env.API_URL === undefined ? chairCard : undefined;
  const load = stickerState({
    card,
    providers: knownProviders,
    cardWithinMs: base.timing.sticker.cardWithinMs,
    log,
    metrics,
  });
  serveGauges({ ...base, registry: metrics.registry, connected: chairs.gateway.connected, build });
  await servePages(app, { env, log }, { fileOrigins: files.host.origins, load, agreements: agreements.version });
  const retention = makeRetention({ pool, clock, log, settings: env, timing: timing.retention });
  const uses = periodic('uses of sessions', timing.session.saveUsesEveryMs, sessions.saveUses, log);
  return [
    { name: 'agreements', start: agreements.start },
    periodic('price plans', timing.prices.plansEveryMs, () => applyDuePlans({ pool, clock }), log),
    hourly('forged payment notices', chairs.settlement.forgetForgedNotices, log),
    { name: 'retention', start: retention.start, stop: retention.stop },
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
  /** The version of the agreements. */
  agreements: string;
}

async function servePages(
  app: FastifyInstance,
  { env, log }: Pick<Base, 'env' | 'log'>,
  { fileOrigins, load, agreements }: PageParts,
): Promise<void> {
  const path = `${basePath}${uploadCalls.origins.path}`;
  const otherFiles = env.API_URL === undefined ? () => [] : makeFileOrigins(env.API_URL, path, log);
  const ownOrigins = [...fileOrigins, ...originsOf(env.API_URL)];
  const tileOrigins = originsOf(env.TILE_URL);
  const connect = () => [...ownOrigins, ...otherFiles()];
  const images = () => [...connect(), ...tileOrigins];
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
    version: build.version,
    payMinutes: env.PAY_MINUTES,
    stopRefund: env.STOP_REFUND,
    agreements: env.API_URL === undefined ? agreements : '',
  };
  const sticker: RenderedPage<StickerState> = {
    load,
    status: ({ unknown }) => (unknown ? 404 : 200),
    recurs: ({ card }) => !card?.serverTime,
  };
  const [directory, previous] = [join(root, 'web/dist'), join(root, 'web/previous')];
  await serveWeb(app, { directory, previous, config, connect, images, sticker });
}

const originsOf = (url: string | undefined): string[] => (url === undefined ? [] : [new URL(url).origin]);
