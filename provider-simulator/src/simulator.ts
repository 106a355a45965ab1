import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAlipay } from './alipay/index.ts';
import { type AlipayState, newAlipayState } from './alipay/state.ts';
import { makeControl } from './control.ts';
import type { Book } from './core/books.ts';
import { makeClocks } from './core/clock.ts';
import type { Context, Rules } from './core/context.ts';
import { makeFaults } from './core/faults.ts';
import { type Handler, listen } from './core/http.ts';
import { type Keys, keysIn, newKeys } from './core/keys.ts';
import { makeNotices, type NoticeTiming, noticeTiming } from './core/notices.ts';
import { writeSettings } from './settings.ts';
import { makeStripe } from './stripe/index.ts';
import { newStripeState, type StripeState } from './stripe/state.ts';
import { makeWechat } from './wechat/index.ts';
import { newWechatState, type WechatState } from './wechat/state.ts';

export interface Options {
  host?: string;
  port?: number;
  /** Its address for payers' browsers and for the merchant, made from the one on this machine. */
  publicUrl?: (local: string) => string;
  /** Keys, settings' files and the state are kept here; without it they are lost at the end. */
  folder?: string;
  /** Instead of new ones, or those in the folder. */
  keys?: Keys;
  clock?: () => number;
  rules?: Partial<Rules>;
  timing?: Partial<NoticeTiming>;
  /** Where Stripe's events go; with Stripe it is set in the account, not in a call. */
  stripeWebhook?: string;
}

const defaultRules: Rules = {
  refundMs: 0,
  refundGapMs: 60_000,
  billsAtOnce: false,
  localUrls: true,
  knownPayers: true,
};

interface State {
  wechat: WechatState;
  alipay: AlipayState;
  stripe: StripeState;
}

const newState = (): State => ({ wechat: newWechatState(), alipay: newAlipayState(), stripe: newStripeState() });

/** WeChat Pay, Alipay and Stripe on one port of this machine. */
export async function startProviders(options: Options = {}) {
  const scratch = options.folder ? undefined : mkdtempSync(join(tmpdir(), 'recline-providers-'));
  const folder = options.folder ?? scratch ?? '';
  const keys = options.keys ?? (options.folder ? keysIn(folder) : newKeys());
  const file = join(folder, 'state.json');
  const state = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as State) : newState();
  const saved = makeSaver(() => options.folder && writeFileSync(file, JSON.stringify(state), { mode: 0o600 }));

  const faults = makeFaults();
  const notices = makeNotices(faults, { ...noticeTiming, ...options.timing });
  const timers = new Set<NodeJS.Timeout>();
  let url = '';
  const context: Context = {
    keys,
    clocks: makeClocks(options.clock),
    faults,
    notices,
    rules: { ...defaultRules, ...options.rules },
    url: () => url,
    changed: saved.later,
    after(ms, act) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        act();
      }, ms);
      timers.add(timer);
    },
  };
  const wechat = makeWechat(context, state.wechat);
  const alipay = makeAlipay(context, state.alipay);
  const stripe = makeStripe(context, state.stripe);
  if (options.stripeWebhook) stripe.registerWebhook(options.stripeWebhook);
  const providers = { wechat, alipay, stripe };
  const books = (): Book[] => Object.values(providers).flatMap((provider) => provider.books());
  const control: Handler = makeControl({ context, providers, books });

  const server = await listen(
    [control, wechat.handle, alipay.handle, stripe.handle],
    options.host ?? '127.0.0.1',
    options.port ?? 0,
  );
  url = options.publicUrl?.(server.url) ?? server.url;

  return {
    url: context.url(),
    controlUrl: `${server.url}/control`,
    keys,
    /** The settings that point Recline here. */
    settings: writeSettings(keys, folder, context.url()),
    ...providers,
    faults,
    clocks: context.clocks,
    notices,
    rules: context.rules,
    /** Payments and refunds, by the merchant's numbers. */
    books,
    /** A new merchant account with the same keys: no payments, no planned faults, no notices to send. */
    forget() {
      const { wechat, alipay, stripe } = newState();
      Object.assign(state.wechat, wechat);
      Object.assign(state.alipay, alipay);
      Object.assign(state.stripe, stripe);
      for (const timer of timers) clearTimeout(timer);
      faults.clear();
      notices.forget();
    },
    async stop() {
      notices.stop();
      for (const timer of timers) clearTimeout(timer);
      faults.clear();
      await server.stop();
      saved.now();
      if (scratch) rmSync(scratch, { recursive: true, force: true });
    },
  };
}
export type Providers = Awaited<ReturnType<typeof startProviders>>;

const saveMs = 200;

/** Writes soon after a change, once for several changes. */
function makeSaver(save: () => unknown) {
  let timer: NodeJS.Timeout | undefined;
  const now = () => {
    clearTimeout(timer);
    timer = undefined;
    save();
  };
  return {
    now,
    later: () => {
      timer ??= setTimeout(now, saveMs);
    },
  };
}
