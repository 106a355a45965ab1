import { z } from 'zod';
import type { makeAlipay } from './alipay/index.ts';
import { generatedRows } from './core/bills.ts';
import type { Book } from './core/books.ts';
import type { Context } from './core/context.ts';
import { callFaults, noticeFaults, operations, providerNames, refundFates } from './core/faults.ts';
import { type Answer, type Call, type Handler, isLoopback, json } from './core/http.ts';
import type { makeStripe } from './stripe/index.ts';
import type { makeWechat } from './wechat/index.ts';

/**
 * A small interface to the providers, on this machine only. POST with a JSON body unless it says GET:
 *   GET books, GET deliveries
 *   fault     { provider, operation, fault, times? }      what goes wrong with the next call
 *   notice    { provider, fault, times? }                 what goes wrong with the next notice
 *   release                                               lets go on what is held
 *   resend                                                delivers now what has not been taken
 *   clear                                                 forgets planned faults
 *   pay       { provider, number, anyway? }               the payer pays; anyway: also what is closed
 *   forge     { provider, number, url?, amount? }         a notice of a payment that nobody made
 *   refund    { provider, fate }                          what becomes of the next refund
 *   refundByHand { provider, number, amount }             somebody refunds in the provider's own pages
 *   settle    { provider, number, outcome }               a pending refund ends
 *   confirm   { number, succeeded }                       Stripe: a method that confirms afterwards
 *   rotate    { provider }                                a new key
 *   prune                                                 Stripe forgets its idempotency keys
 *   webhook   { url }                                     where Stripe's events go
 *   skew      { provider, ms }                            the clock with which it signs is wrong
 *   pass      { ms }                                      time passes: links and keys expire
 *   bill      { provider, day, omit?, amounts?, extra?, generate? }
 *   fakeUser                                              WeChat: the next user is a snapshot user
 */
interface ControlDeps {
  context: Context;
  providers: {
    wechat: ReturnType<typeof makeWechat>;
    alipay: ReturnType<typeof makeAlipay>;
    stripe: ReturnType<typeof makeStripe>;
  };
  books: () => Book[];
}

const provider = z.enum(providerNames);
const number = z.string().min(1);
const times = z.int().min(1).max(10_000).optional();
const row = z.object({
  kind: z.enum(['paid', 'refunded']),
  number,
  refundNumber: z.string().optional(),
  ref: z.string(),
  refundRef: z.string().optional(),
  amount: z.int(),
  currency: z.string(),
  fee: z.int(),
  at: z.number(),
});
const bodies = {
  fault: z.object({ provider, operation: z.enum(operations), fault: z.enum(callFaults), times }),
  notice: z.object({ provider, fault: z.enum(noticeFaults), times }),
  release: z.object({}),
  resend: z.object({}),
  clear: z.object({}),
  pay: z.object({ provider, number, anyway: z.boolean().optional() }),
  forge: z.object({ provider, number, url: z.string().default(''), amount: z.int().default(1) }),
  refund: z.object({ provider, fate: z.enum(refundFates) }),
  refundByHand: z.object({ provider, number, amount: z.int().min(1) }),
  settle: z.object({ provider, number, outcome: z.enum(['done', 'stuck', 'failed']) }),
  confirm: z.object({ number, succeeded: z.boolean() }),
  rotate: z.object({ provider }),
  prune: z.object({}),
  webhook: z.object({ url: z.url() }),
  skew: z.object({ provider, ms: z.int() }),
  pass: z.object({ ms: z.int().min(0) }),
  bill: z.object({
    provider,
    day: z.iso.date(),
    omit: z.array(z.string()).optional(),
    amounts: z.record(z.string(), z.int()).optional(),
    extra: z.array(row).optional(),
    generate: z
      .object({ count: z.int().min(1), prefix: z.string(), amount: z.int().min(1), currency: z.string() })
      .optional(),
  }),
  fakeUser: z.object({}),
};
type Bodies = { [Action in keyof typeof bodies]: z.output<(typeof bodies)[Action]> };
type Actions = { [Action in keyof Bodies]: (body: Bodies[Action]) => unknown };

export function makeControl({ context, providers, books }: ControlDeps): Handler {
  const { faults, notices, clocks } = context;
  const { wechat, stripe } = providers;
  const actions: Actions = {
    fault: ({ provider, operation, fault, times }) => faults.plan(provider, operation, fault, times),
    notice: ({ provider, fault, times }) => faults.planNotice(provider, fault, times),
    release: () => faults.release(),
    resend: () => notices.resend(),
    clear: () => faults.clear(),
    pay: ({ provider, number, anyway }) => providers[provider].pay(number, { anyway }),
    forge: ({ provider, number, ...claim }) => providers[provider].forge(number, claim),
    refund: ({ provider, fate }) => faults.planRefund(provider, fate),
    refundByHand: ({ provider, number, amount }) => providers[provider].refundByHand(number, amount),
    settle: ({ provider, number, outcome }) => settle(provider, number, outcome),
    confirm: ({ number, succeeded }) => stripe.confirm(number, succeeded),
    rotate: ({ provider }) => providers[provider].rotateKey(),
    prune: () => stripe.pruneKeys(),
    webhook: ({ url }) => stripe.registerWebhook(url),
    skew: ({ provider, ms }) => clocks.skew(provider, ms),
    pass: ({ ms }) => clocks.pass(ms),
    bill: ({ provider, day, generate, ...changes }) => {
      const dayStart = Date.parse(provider === 'stripe' ? `${day}T00:00:00Z` : `${day}T00:00:00+08:00`);
      const rows = generate && (() => generatedRows(generate, dayStart));
      providers[provider].bills.change(day, rows ? { ...changes, rows } : changes);
    },
    fakeUser: () => wechat.nextUserIsFake(),
  };

  function settle(name: keyof typeof providers, of: string, outcome: Bodies['settle']['outcome']): Promise<void> {
    if (name === 'wechat') return wechat.settleRefund(of, outcome);
    return providers[name].settleRefund(of, outcome === 'done' ? 'done' : 'failed');
  }

  async function act(name: string, call: Call): Promise<Answer> {
    if (name === 'books') return json(200, books());
    if (name === 'deliveries') return json(200, notices.deliveries);
    if (call.method !== 'POST' || !(name in bodies)) return json(404, { error: 'no such action' });
    const action = name as keyof Bodies;
    const body = bodies[action].parse(JSON.parse(call.body.toString() || '{}'));
    const result = await (actions[action] as (body: unknown) => unknown)(body);
    return json(200, typeof result === 'object' && result !== null && 'taken' in result ? result : {});
  }

  return async (call) => {
    const [, root, name = ''] = call.url.pathname.split('/');
    if (root !== 'control') return undefined;
    if (!isLoopback(call.remote)) return json(403, { error: 'only from this machine' });
    return act(name, call).catch((error: Error) => json(400, { error: error.message }));
  };
}
