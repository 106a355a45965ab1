import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { handedBack } from '@recline/contract/fields';
import type { Currency } from '@recline/contract/money';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { type Pool, statement } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Pace } from '../../platform/pace.ts';
import { rememberedSecret } from '../../platform/secrets.ts';
import type { Notice, PaymentProvider } from './payment-port.ts';

/** A payment provider for trying everything out: no money moves, all else is as with a real one. */

export interface SandboxPayment {
  key: string;
  amount: number;
  currency: Currency;
  return_to: string;
  back_to: string;
  status: 'open' | 'paid' | 'declined' | 'refunded';
  ref: string | null;
}

const columns = 'key, amount, currency, return_to, back_to, status, ref';

const insert = statement<never, [string, number, Currency, string, string, Date]>(
  'sandbox.insert',
  `INSERT INTO sandbox_payments (key, amount, currency, return_to, back_to, created_at)
   VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (key) DO NOTHING`,
);
const byKey = statement<SandboxPayment, [string]>(
  'sandbox.byKey',
  `SELECT ${columns} FROM sandbox_payments WHERE key = $1`,
);
const decide = statement<SandboxPayment, [string, 'paid' | 'declined', string, Date]>(
  'sandbox.decide',
  `UPDATE sandbox_payments SET status = $2, ref = $3, paid_at = $4 WHERE key = $1 AND status = 'open'
   RETURNING ${columns}`,
);
const closeOpen = statement<never, [string]>(
  'sandbox.close',
  `UPDATE sandbox_payments SET status = 'declined', ref = gen_random_uuid() WHERE key = $1 AND status = 'open'`,
);
const giveBack = statement<{ key: string }, [string, string]>(
  'sandbox.refund',
  `UPDATE sandbox_payments SET status = 'refunded', refund_key = $2
   WHERE key = $1 AND (status = 'paid' OR refund_key = $2) RETURNING key`,
);

const notice = z.object({
  key: z.string(),
  outcome: z.enum(['paid', 'declined']),
  ref: handedBack(200),
  amount: z.int(),
  currency: z.enum(['CNY', 'RM', 'PHP']),
});

export const signatureHeader = 'x-sandbox-signature';

interface SandboxDeps {
  pool: Pool;
  clock: Clock;
  pace: Pace;
  log: Log;
  /** Where our own server takes notices; known once it listens. */
  noticeUrl: () => string;
}

export function makeSandbox({ pool, clock, pace, log, noticeUrl }: SandboxDeps) {
  const timers = new Set<NodeJS.Timeout>();
  const secret = rememberedSecret(pool, 'sandbox');
  const sign = async (text: string | Buffer): Promise<Buffer> =>
    createHmac('sha256', await secret())
      .update(text)
      .digest();

  const provider: PaymentProvider = {
    name: 'sandbox',
    async prepay({ key, amount, currency, language, origin, returnTo, backTo }) {
      await insert(pool, key, amount, currency, returnTo, backTo, clock());
      return { payUrl: `${origin}/sandbox/cashier/${await ticketOf(key)}?lang=${language}` };
    },
    async verifyNotice({ headers, body }) {
      const given = Buffer.from(String(headers[signatureHeader] ?? ''), 'hex');
      const expected = await sign(body);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return readNotice(body);
    },
    async query(key) {
      const payment = await byKey.maybe(pool, key);
      return payment && noticeOf(payment);
    },
    async close(key) {
      await closeOpen(pool, key);
      return provider.query(key);
    },
    async refund({ paymentKey, key }) {
      if (!(await giveBack.maybe(pool, paymentKey, key))) throw new Error(`the sandbox has no payment ${paymentKey}`);
    },
  };

  /** The cashier's address of a payment: nobody can make one up for somebody else's. */
  async function ticketOf(key: string): Promise<string> {
    return `${key}.${(await sign(`cashier ${key}`)).toString('hex').slice(0, 32)}`;
  }

  async function find(ticket: string): Promise<SandboxPayment | undefined> {
    const key = ticket.slice(0, ticket.lastIndexOf('.'));
    const expected = Buffer.from(await ticketOf(key));
    const given = Buffer.from(ticket);
    const good = given.length === expected.length && timingSafeEqual(given, expected);
    return good ? byKey.maybe(pool, key) : undefined;
  }

  /** The payer's decision; the notice goes out at once, twice or late, as a real one may. */
  async function conclude(key: string, outcome: 'paid' | 'declined', manner: 'now' | 'twice' | 'late'): Promise<void> {
    await decide(pool, key, outcome, randomUUID(), clock());
    const payment = await byKey.one(pool, key);
    const told = noticeOf(payment);
    if (!told) return;
    if (manner === 'late') return later(pace.lateNotice, () => notify(told));
    await notify(told);
    if (manner === 'twice') later(pace.secondNotice, () => notify(told));
  }

  async function notify(told: Notice, tries = 0): Promise<void> {
    const body = JSON.stringify(told);
    const headers = { 'content-type': 'application/json', [signatureHeader]: (await sign(body)).toString('hex') };
    try {
      const answer = await fetch(noticeUrl(), { method: 'POST', headers, body, signal: AbortSignal.timeout(5_000) });
      if (!answer.ok) throw new Error(`the notice was answered with ${answer.status}`);
    } catch (error) {
      const wait = pace.noticeRetries[tries];
      log.warn({ error: (error as Error).message, again: wait }, 'a sandbox notice did not arrive');
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

function readNotice(body: Buffer): Notice | undefined {
  try {
    return notice.parse(JSON.parse(body.toString()));
  } catch {
    return undefined;
  }
}

function noticeOf({ key, status, ref, amount, currency }: SandboxPayment): Notice | undefined {
  if (status === 'open' || ref === null) return undefined;
  return { key, outcome: status === 'declined' ? 'declined' : 'paid', ref, amount, currency };
}
