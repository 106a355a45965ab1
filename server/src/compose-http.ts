import { browserKindOf } from '@recline/contract/browser-kind';
import type { Currency } from '@recline/contract/money';
import type { FastifyInstance } from 'fastify';
import { type Base, build } from './base.ts';
import { cleanUps } from './clean-ups.ts';
import type { Chairs } from './compose-chairs.ts';
import { servePictures } from './demo/pictures.ts';
import { advertsOfChair, serveAdvertPictures } from './features/adverts/index.ts';
import { makeAgreements, moveConsents } from './features/agreements/index.ts';
import { chairPageHandlers, chairPageState, findFreeChairs, makeChairPage } from './features/chair-page/index.ts';
import { deviceHandlers, makeDevices } from './features/devices/index.ts';
import { dictionaryHandlers, payTypeLabel } from './features/dictionary/index.ts';
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

/** Every call and page, on the HTTP server. Returns the modules that keep them tidy. */
export async function composeHttp(app: FastifyInstance, base: Base, chairs: Chairs): Promise<Module[]> {
  const { env, clock, log, metrics, listener, timing, requestPool: pool } = base;
  const sessions = makeSessions({ pool, listener, clock });
  const sms = makeSms({ env, clock, log, metrics, timing: timing.sms });
  const { countries } = sms;
  const budget = makeSmsBudget({ clock, log, metrics, dailyLimit: env.SMS_DAILY_LIMIT, countries });
  const codes = makeSmsCodes({ pool, clock, sendSms: sms.send, budget });
  const moves = [moveConsents, moveOrders(chairs.orders), moveFeedback, moveFiles];
  const guests = makeGuests({ pool, clock, sessions, codes, moves });
  const known = base.wallets ?? makeWallets(env.PAYMENT_PROVIDERS, { settings: env.given, fetch, clock });
  const wallets = makeWalletLogin({ pool, clock, log, sessions, wallets: known });
  const servicePhone = env.SERVICE_PHONE;
  const agreements = await makeAgreements({ pool, clock, folder: env.AGREEMENTS_DIR, servicePhone });
  const outlets = makeOutlets({ pool, clock, currency: env.APP_CURRENCY });
  const files = makeFileHost(env, pool, clock, log);
  const uploads = makeUploads({
    pool,
    clock,
    log,
    host: files.host,
    quota: env.UPLOAD_QUOTA_MB * 1024 * 1024,
    hasOrder,
  });
  const revenue = makeRevenue({ pool, clock, outlets });
  const figures = revenueHandlers(revenue);
  const providers = chairs.installed.map(({ provider }) => provider);
  const payTypes = (currency: Currency, userAgent: string) =>
    offered(providers, { currency, browser: browserKindOf(userAgent) }).map(({ name }) => name);
  const chairPage = makeChairPage({ pool, clock, servicePhone, payTypes });
  const payerOf = makePayerOf({
    publicUrl: env.PUBLIC_URL,
    walletUserOf: (accountId, wallet) => walletUserOf(pool, accountId, wallet),
    hasWallet: (accountId) => hasWallet(pool, accountId),
  });
  const recordConsent = (caller: Caller, agreed: string | undefined) => agreements.recordOf(caller, agreed, 'payment');
  const payForm = {
    orders: chairs.orders,
    guests,
    findCaller: sessions.findCaller,
    payerOf,
    recordConsent,
    keySecret: rememberedSecret(pool, 'pay form'),
    takeTurn: makeFairQueue(publicCalls),
  };
  const events = makeEvents({ pool, clock, log, metrics, listener });
  const receipts = { orders: chairs.orders, brand: base.brand };
  const handlers: Handlers = {
    agreements: agreements.handlers,
    session: sessionHandlers({
      sessions,
      codes,
      guests,
      wallets,
      agreements,
      countries,
      env,
      home: (context) => figures.home({}, context),
    }),
    dictionary: dictionaryHandlers(knownProviders),
    revenue: figures,
    outlets: outletHandlers(outlets),
    devices: deviceHandlers(makeDevices({ pool, clock })),
    chairPage: chairPageHandlers({
      card: chairPage,
      freeChairs: (deviceId, address) => findFreeChairs({ pool, clock }, deviceId, address),
      findCaller: sessions.findCaller,
      onOpened: base.onChairPage,
    }),
    orders: orderHandlers({
      orders: chairs.orders,
      receiptFor: (...asked) => receiptFor(receipts, ...asked),
      list: makeOrderList({ pool, clock, outlets, revenue, country: env.APP_COUNTRY, deadlineMs: 2000 }),
      querySoon: chairs.settlement.querySoon,
      findCaller: sessions.findCaller,
    }),
    starting: startingHandlers({
      orders: chairs.orders,
      adverts: async ({ deviceId }) => ({ rows: await advertsOfChair(pool, clock, deviceId) }),
      payerOf,
      recordConsent,
    }),
    feedback: feedbackHandlers(makeFeedback({ pool, clock, uploads })),
    uploads: uploadHandlers(uploads),
    events: eventHandlers({ events, sessions, clock }),
  };
  const loadShedding = makeLoadShedding(metrics, { maxCalls: env.MAX_CALLS, ...timing.load });
  app.addHook('onClose', async () => loadShedding.stop());
  app.addHook('preClose', async () => events.stop());
  registerCalls(app, handlers, sessions.findCaller, loadShedding);
  if (env.API_URL === undefined) servePayForm(app, { ...payForm, publicUrl: env.PUBLIC_URL, loadShedding });
  await serveNotices(app, chairs.settlement);
  for (const { serve } of chairs.installed) serve?.(app);
  await files.serve(app, uploads);
  serveAdvertPictures(app, pool);
  serveReceipts(app, receipts);
  serveDocs(app, build.version);
  if (env.DEMO) servePictures(app);
  const card = env.API_URL === undefined ? chairPage : undefined;
  const load = chairPageState({
    card,
    providers: knownProviders,
    cardWithinMs: base.timing.chairPage.cardWithinMs,
    onOpened: base.onChairPage,
    findCaller: sessions.findCaller,
    agreements: agreements.version,
    operator: base.brand.isNamed ? base.brand.operator : undefined,
    log,
    metrics,
  });
  serveGauges({ ...base, registry: metrics.registry, connected: chairs.gateway.connected, build });
  const pageParts = {
    fileOrigins: files.host.origins,
    load,
    payPage: payPage({ ...payForm, querySoon: chairs.settlement.querySoon, labelOf: payTypeLabel(knownProviders) }),
    agreements: agreements.version,
    loginByNumber: sms.isOffered,
  };
  await servePages(app, base, pageParts);
  return cleanUps(base, { agreements, sessions, guests, codes, wallets, uploads, settlement: chairs.settlement });
}
