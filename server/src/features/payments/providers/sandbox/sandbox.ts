import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { handedBack } from '@recline/contract/fields';
import { currencies } from '@recline/contract/money';
import { z } from 'zod';
import type { Clock } from '../../../../platform/clock.ts';
import type { Pool } from '../../../../platform/db.ts';
import type { Log } from '../../../../platform/log.ts';
import { rememberedSecret } from '../../../../platform/secrets.ts';
import type { PaymentProvider, PaymentState } from '../../port.ts';
import * as sql from './sandbox.sql.ts';

/** A payment provider for tests and demos: no money moves, everything else is as with a real one. */

/** When the sandbox sends notices: a late one, the second of two, and retries of those that did not arrive. */
export interface SandboxTiming {
  lateNoticeMs: number;
  secondNoticeMs: number;
  noticeRetriesMs: readonly number[];
}

const notice = z.object({
  number: z.string(),
  status: z.enum(['paid', 'dead']),
  ref: handedBack(200),
  amount: z.int(),
  currency: z.enum(currencies),
});
type Notice = z.output<typeof notice>;

export const signatureHeader = 'x-sandbox-signature';

interface SandboxDeps {
  pool: Pool;
  clock: Clock;
  timing: SandboxTiming;
  log: Log;
  /** Where our own server takes notices; known once it listens. */
  noticeUrl: () => string;
}

export function makeSandbox({ pool, clock, timing, log, noticeUrl }: SandboxDeps) {
  const timers = new Set<NodeJS.Timeout>();
  const secret = rememberedSecret(pool, 'sandbox');
  const sign = async (text: string | Buffer): Promise<Buffer> =>
    createHmac('sha256', await secret())
      .update(text)
      .digest();

  const provider: PaymentProvider = {
    name: 'sandbox',
    async prepay({ number, amount, currency, language, origin, returnTo, backTo }) {
      await sql.insert(pool, number, amount, currency, returnTo, backTo, clock());
      return { kind: 'redirect', url: `${origin}/sandbox/cashier/${await ticketOf(number)}?lang=${language}` };
    },
    async readNotice({ headers, body }) {
      const given = Buffer.from(String(headers[signatureHeader] ?? ''), 'hex');
      const expected = await sign(body);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return parseNotice(body);
    },
    async query(number) {
      const payment = await sql.byNumber.maybe(pool, number);
      return payment ? stateOf(payment) : { status: 'none', number };
    },
    async close(number) {
      await sql.closeOpen(pool, number);
      return provider.query(number);
    },
    async refund({ payment, number, amount }) {
      const made = await sql.insertRefund.maybe(pool, number, payment, amount, clock());
      return made ? { status: 'done' } : { status: 'failed', why: `no payment ${payment} with so much left` };
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
    await sql.decide(pool, number, outcome, randomUUID(), clock());
    const told = noticeOf(await sql.byNumber.one(pool, number));
    if (!told) return;
    if (manner === 'late') return later(timing.lateNoticeMs, () => notify(told));
    await notify(told);
    if (manner === 'twice') later(timing.secondNoticeMs, () => notify(told));
  }

  async function notify(told: Notice, tries = 0): Promise<void> {
    const body = JSON.stringify(told);
    const headers = { 'content-type': 'application/json', [signatureHeader]: (await sign(body)).toString('hex') };
    try {
      const answer = await fetch(noticeUrl(), { method: 'POST', headers, body, signal: AbortSignal.timeout(5_000) });
      if (!answer.ok) throw new Error(`the notice was answered with ${answer.status}`);
    } catch (error) {
      const wait = timing.noticeRetriesMs[tries];
      log.warn({ error: (error as Error).message, retryMs: wait }, 'a sandbox notice did not arrive');
      if (wait !== undefined) later(wait, () => notify(told, tries + 1));
    }
  }

  function later(milliseconds: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work().catch((error) => log.error({ err: error }, 'the sandbox failed'));
    }, milliseconds);
    timers.add(timer);
  }

  return {
    provider,
    find,
    conclude,
    async stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

export type Sandbox = ReturnType<typeof makeSandbox>;

function parseNotice(body: Buffer): PaymentState | undefined {
  try {
    return notice.parse(JSON.parse(body.toString()));
  } catch {
    return undefined; // signed, but not a notice: treated as forged
  }
}

function noticeOf({ number, status, ref, amount, currency }: sql.SandboxPayment): Notice | undefined {
  if (status === 'open' || ref === null) return undefined;
  return { number, status: status === 'paid' ? 'paid' : 'dead', ref, amount, currency };
}

const stateOf = (payment: sql.SandboxPayment): PaymentState =>
  noticeOf(payment) ?? { status: 'open', number: payment.number };
