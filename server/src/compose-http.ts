import { browserKindOf } from '@recline/contract/browser-kind';
import type { Currency } from '@recline/contract/money';
import type { FastifyInstance } from 'fastify';
import { type Base, build } from './base.ts';
import { cleanUps } from './clean-ups.ts';
import type { Chairs } from './compose-chairs.ts';
import { servePictures } from './demo/pictures.ts';
import { advertsOfChair, serveAdvertPictures } from './features/adverts/index.ts';
import { makeAgreements, moveConsents, serveAgreementPages } from './features/agreements/index.ts';
import {
  chairPageHandlers,
  chairPageState,
  findFreeChairs,
  hasUnpaid,
  makeChairPage,
} from './features/chair-page/index.ts';
import { deviceHandlers, makeDevices } from './features/devices/index.ts';
import { dictionaryHandlers, orderLabelsIn } from './features/dictionary/index.ts';
import { eventHandlers, makeEvents } from './features/events/index.ts';
import { feedbackHandlers, makeFeedback, moveFeedback } from './features/feedback/index.ts';
import {
  hasOrder,
  makeOrderList,
  makePayerOf,
  moveOrders,
  orderHandlers,
  receiptFor,
  serveReceipts,
  startingHandlers,
} from './features/orders/index.ts';
import { makeOutlets, outletHandlers } from './features/outlets/index.ts';
import { payPage, servePayForm } from './features/pay-form/index.ts';
import { knownProviders, makeWallets, offered, serveNotices } from './features/payments/index.ts';
import { makeRevenue, revenueHandlers } from './features/revenue/index.ts';
import {
  hasWallet,
  makeGuests,
  makeSessions,
  makeSmsBudget,
  makeSmsCodes,
  makeWalletLogin,
  sessionHandlers,
  walletUserOf,
} from './features/session/index.ts';
import { makeSms } from './features/sms/index.ts';
import { makeFileHost, makeUploads, moveFiles, uploadHandlers } from './features/uploads/index.ts';
import { serveGauges } from './gauges.ts';
import { makeFairQueue } from './platform/fair-queue.ts';
import type { Caller } from './platform/http/caller.ts';
import { type Handlers, publicCalls, registerCalls } from './platform/http/calls.ts';
import { serveDocs } from './platform/http/docs.ts';
import { makeLoadShedding } from './platform/http/load-shedding.ts';
import type { Module } from './platform/modules.ts';
import { rememberedSecret } from './platform/secrets.ts';
import { servePages } from './serve-pages.ts';

/** Every call and page, on the HTTP server. Returns the modules that clean up after them. */
export async function composeHttp(app: FastifyInstance, base: Base, chairs: Chairs): Promise<Module[]> {
  const features = await makeFeatures(base, chairs);
  const { sessions, uploads, files, events } = features;
  const { env, brand, metrics, timing, requestPool: pool } = base;
  const loadShedding = makeLoadShedding(metrics, { maxCalls: env.MAX_CALLS, ...timing.load });
  app.addHook('onClose', async () => loadShedding.stop());
  app.addHook('preClose', async () => events.stop());
  registerCalls(app, handlersOf(base, chairs, features), sessions.findCaller, loadShedding);
  const payForm = payFormOf(base, chairs, features);
  if (env.API_URL === undefined) servePayForm(app, { ...payForm, publicUrl: env.PUBLIC_URL, loadShedding });
  await serveNotices(app, chairs.settlement);
  for (const { serve } of chairs.installed) serve?.(app);
  await files.serve(app, uploads);
  serveAdvertPictures(app, pool);
  serveAgreementPages(app, features.agreements);
  serveReceipts(app, { orders: chairs.orders, brand });
  serveDocs(app, build.version);
  if (env.DEMO) servePictures(app);
  serveGauges({ ...base, registry: metrics.registry, connected: chairs.gateway.connected, build });
  await servePages(app, base, pagePartsOf(base, chairs, features, payForm));
  return cleanUps(base, { ...features, settlement: chairs.settlement });
}

type Features = Awaited<ReturnType<typeof makeFeatures>>;

async function makeFeatures(base: Base, chairs: Chairs) {
  const { env, clock, log, metrics, listener, timing, requestPool: pool } = base;
  const sessions = makeSessions({ pool, listener, clock });
  const sms = makeSms({ env, clock, log, metrics, timing: timing.sms });
  const budget = makeSmsBudget({ clock, log, metrics, dailyLimit: env.SMS_DAILY_LIMIT, countries: sms.countries });
  const codes = makeSmsCodes({ pool, clock, sendSms: sms.send, budget });
  const moves = [moveConsents, moveOrders(chairs.orders), moveFeedback, moveFiles];
  const known = base.wallets ?? makeWallets(env.PAYMENT_PROVIDERS, { settings: env.given, fetch, clock });
  const outlets = makeOutlets({ pool, clock, currency: env.APP_CURRENCY });
  const files = makeFileHost(env, pool, clock, log);
  const quota = env.UPLOAD_QUOTA_MB * 1024 * 1024;
  const providers = chairs.installed.map(({ provider }) => provider);
  const payTypes = (currency: Currency, userAgent: string) =>
    offered(providers, { currency, browser: browserKindOf(userAgent) }).map(({ name }) => name);
  return {
    sessions,
    sms,
    codes,
    guests: makeGuests({ pool, clock, sessions, codes, moves }),
    wallets: makeWalletLogin({ pool, clock, log, sessions, wallets: known }),
    agreements: await makeAgreements({
      pool,
      clock,
      folder: env.AGREEMENTS_DIR,
      servicePhone: env.SERVICE_PHONE,
    }),
    outlets,
    files,
    uploads: makeUploads({ pool, clock, log, host: files.host, quota, hasOrder }),
    revenue: makeRevenue({ pool, clock, outlets }),
    chairPage: makeChairPage({ pool, clock, servicePhone: env.SERVICE_PHONE, payTypes }),
    payerOf: makePayerOf({
      publicUrl: env.PUBLIC_URL,
      walletUserOf: (accountId, wallet) => walletUserOf(pool, accountId, wallet),
      hasWallet: (accountId) => hasWallet(pool, accountId),
    }),
    events: makeEvents({ pool, clock, log, metrics, listener }),
  };
}

const consentsOf =
  ({ agreements }: Features) =>
  (caller: Caller, agreed: string | undefined) =>
    agreements.recordOf(caller, agreed, 'payment');

const payFormOf = ({ requestPool }: Base, { orders }: Chairs, features: Features) => ({
  orders,
  guests: features.guests,
  findCaller: features.sessions.findCaller,
  payerOf: features.payerOf,
  recordConsent: consentsOf(features),
  keySecret: rememberedSecret(requestPool, 'pay form'),
  takeTurn: makeFairQueue(publicCalls),
});

function handlersOf(base: Base, { orders, settlement }: Chairs, features: Features): Handlers {
  const { env, brand, clock, requestPool: pool } = base;
  const { sessions, codes, guests, wallets, agreements, sms, outlets, uploads, revenue, events } = features;
  const figures = revenueHandlers(revenue);
  const home = (context: Parameters<typeof figures.home>[1]) => figures.home({}, context);
  const { findCaller } = sessions;
  return {
    agreements: agreements.handlers,
    session: sessionHandlers({ sessions, codes, guests, wallets, agreements, countries: sms.countries, env, home }),
    dictionary: dictionaryHandlers(knownProviders),
    revenue: figures,
    outlets: outletHandlers(outlets),
    devices: deviceHandlers(makeDevices({ pool, clock })),
    chairPage: chairPageHandlers({
      card: features.chairPage,
      freeChairs: (deviceId, address) => findFreeChairs({ pool, clock }, deviceId, address),
      findCaller,
      onOpened: base.onChairPage,
    }),
    orders: orderHandlers({
      orders,
      receiptFor: (...asked) => receiptFor({ orders, brand }, ...asked),
      list: makeOrderList({ pool, clock, outlets, revenue, country: env.APP_COUNTRY, deadlineMs: 2000 }),
      querySoon: settlement.querySoon,
      findCaller,
    }),
    starting: startingHandlers({
      orders,
      adverts: async ({ deviceId }) => ({ rows: await advertsOfChair(pool, clock, deviceId) }),
      payerOf: features.payerOf,
      recordConsent: consentsOf(features),
    }),
    feedback: feedbackHandlers(makeFeedback({ pool, clock, uploads })),
    uploads: uploadHandlers(uploads),
    events: eventHandlers({ events, sessions, clock }),
  };
}

function pagePartsOf(base: Base, { settlement }: Chairs, features: Features, payForm: ReturnType<typeof payFormOf>) {
  const { env, brand, log, metrics } = base;
  const { agreements } = features;
  return {
    fileOrigins: features.files.host.origins,
    load: chairPageState({
      card: env.API_URL === undefined ? features.chairPage : undefined,
      providers: knownProviders,
      cardWithinMs: base.timing.chairPage.cardWithinMs,
      onOpened: base.onChairPage,
      findCaller: features.sessions.findCaller,
      hasUnpaid: (accountId) => hasUnpaid(base.requestPool, accountId),
      agreements: agreements.version,
      operator: brand.isNamed ? brand.operator : undefined,
      log,
      metrics,
    }),
    payPage: payPage({ ...payForm, querySoon: settlement.querySoon, labelsIn: orderLabelsIn(knownProviders) }),
    agreements: agreements.version,
    loginByNumber: features.sms.isOffered,
  };
}
