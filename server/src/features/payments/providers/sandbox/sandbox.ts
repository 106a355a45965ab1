import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { browserKinds } from '@recline/contract/browser-kind';
import { handedBack } from '@recline/contract/fields';
import { currencies } from '@recline/contract/money';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { phrases } from '../../../../locales/index.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Pool } from '../../../../platform/db.ts';
import type { Log } from '../../../../platform/log.ts';
import { rememberedSecret } from '../../../../platform/secrets.ts';
import { noticePath, type ProviderModule, type SandboxTiming } from '../module.ts';
import type { Notice, PaymentProvider, PaymentState, ProviderFacts } from '../provider.ts';
import { bill, billRows } from './bill.ts';
import { serveCashier } from './cashier.routes.ts';
import * as sql from './sandbox.sql.ts';

/** A payment provider for tests and demos: no money moves, everything else works like a real one. */

const facts: ProviderFacts = {
  name: 'sandbox',
  label: (language) => phrases[language].sandbox.name,
  currencies,
  countries: [],
  browsers: browserKinds,
  bills: { offsetMinutes: 0, readyAfterMinutes: 0 },
};

const told = z.object({
  number: z.string(),
  status: z.enum(['paid', 'dead']),
  ref: handedBack(200),
  amount: z.int(),
  currency: z.enum(currencies),
});
type Told = z.output<typeof told>;

export const signatureHeader = 'x-sandbox-signature';

interface SandboxDeps {
  pool: Pool;
  clock: Clock;
  timing: SandboxTiming;
  log: Log;
  fetch: typeof fetch;
  /** The address of our own server for notices, known once it listens. */
  ownUrl: () => string;
}

export function makeSandbox({ pool, clock, timing, log, fetch, ownUrl }: SandboxDeps) {
  const timers = new Set<NodeJS.Timeout>();
  const secret = rememberedSecret(pool, 'sandbox');
  const sign = async (text: string | Buffer): Promise<Buffer> =>
    createHmac('sha256', await secret())
      .update(text)
      .digest();

  const provider: PaymentProvider = {
    ...facts,
    async prepay({ key, amount, currency, language, returnUrl, cancelUrl, until }) {
      await sql.insert(pool, key, amount, currency, returnUrl, cancelUrl, clock());
      const { origin } = new URL(returnUrl);
      const url = `${origin}/sandbox/cashier/${await ticketOf(key)}?lang=${language}`;
      return { way: { kind: 'redirect', url }, wayUntil: until, until };
    },
    async readNotice({ headers, body }) {
      const given = Buffer.from(String(headers[signatureHeader] ?? ''), 'hex');
      const expected = await sign(body);
      const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
      return isGenuine ? parseNotice(body) : { kind: 'forged', why: 'the signature is wrong' };
    },
    answer: (taken) => (taken ? { status: 200, body: 'ok' } : { status: 403, body: 'refused' }),
    async query({ key }) {
      const payment = await sql.byNumber.maybe(pool, key);
      return payment ? stateOf(payment) : { status: 'none', key };
    },
    async close({ key }) {
      await sql.closeOpen(pool, key);
      return provider.query({ key });
    },
    async refund({ payment, key, amount }) {
      const made = await sql.insertRefund.maybe(pool, key, payment.key, amount, clock());
      if (made) return { status: 'done', key, ref: key, amount };
      return { status: 'failed', key, why: `no payment ${payment.key} with so much left`, staff: true };
    },
    async queryRefund({ key }) {
      const refund = await sql.refundByNumber.maybe(pool, key);
      return refund ? { status: 'done', key, ref: key, amount: refund.amount } : { status: 'none', key };
    },
    bill: (day) => bill(pool, day),
    readBill: billRows,
    async check() {
      await secret();
      return ['the sandbox needs no account, and no money moves'];
    },
  };

  /** The address of a payment's cashier page, signed, so that it cannot be guessed. */
  async function ticketOf(number: string): Promise<string> {
    return `${number}.${(await sign(`cashier ${number}`)).toString('hex').slice(0, 32)}`;
  }

  async function find(ticket: string): Promise<sql.SandboxPayment | undefined> {
    const number = ticket.slice(0, ticket.lastIndexOf('.'));
    const expected = Buffer.from(await ticketOf(number));
    const given = Buffer.from(ticket);
    const good = given.length === expected.length && timingSafeEqual(given, expected);
    return good ? sql.byNumber.maybe(pool, number) : undefined;
  }

  /** The payer's decision. The notice is sent at once, twice or late, as with a real provider. */
  async function conclude(
    number: string,
    outcome: 'paid' | 'declined',
    manner: 'now' | 'twice' | 'late',
  ): Promise<void> {
    const decided = await sql.decide.maybe(pool, number, outcome, randomUUID(), clock());
    const news = noticeOf(decided ?? (await sql.byNumber.one(pool, number)));
    if (!news) return;
    if (manner === 'late') return later(timing.lateNoticeMs, () => notify(news));
    await notify(news);
    if (manner === 'twice') later(timing.secondNoticeMs, () => notify(news));
  }

  async function notify(news: Told, tries = 0): Promise<void> {
    const body = JSON.stringify(news);
    const headers = { 'content-type': 'application/json', [signatureHeader]: (await sign(body)).toString('hex') };
    try {
      const answer = await fetch(`${ownUrl()}${noticePath}/${facts.name}`, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(5_000),
      });
      if (!answer.ok) throw new Error(`the notice was answered with ${answer.status}`);
    } catch (error) {
      const wait = timing.noticeRetriesMs[tries];
      log.warn({ error: (error as Error).message, retryMs: wait }, 'a sandbox notice did not arrive');
      if (wait !== undefined) later(wait, () => notify(news, tries + 1));
    }
  }

  function later(milliseconds: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work().catch((error) => log.error({ err: error }, 'the sandbox failed'));
    }, milliseconds);
    timers.add(timer);
  }

  const cashier = { find, conclude };
  return {
    provider,
    serve: (app: FastifyInstance) => serveCashier(app, cashier),
    async stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

function parseNotice(body: Buffer): Notice {
  try {
    const { number: key, ...rest } = told.parse(JSON.parse(body.toString()));
    return { kind: 'payment', state: { key, ...rest } };
  } catch {
    return { kind: 'forged', why: 'signed, but not a notice' };
  }
}

function noticeOf({ number, status, ref, amount, currency }: sql.SandboxPayment): Told | undefined {
  if (status === 'open' || ref === null) return undefined;
  return { number, status: status === 'paid' ? 'paid' : 'dead', ref, amount, currency };
}

function stateOf({ number: key, status, ref, amount, currency, paid_at }: sql.SandboxPayment): PaymentState {
  if (status !== 'paid' || ref === null) return { status: status === 'open' ? 'open' : 'dead', key };
  return { status, key, ref, amount, currency, ...(paid_at && { paidAt: paid_at }) };
}

export const sandbox: ProviderModule = { facts, make: makeSandbox };
