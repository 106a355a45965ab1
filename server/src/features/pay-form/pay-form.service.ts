import type { Language } from '@recline/contract/languages';
import type { PayForm } from '@recline/contract/pay-form';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, fail } from '../../platform/error.ts';
import type { makeFairQueue } from '../../platform/fair-queue.ts';
import { addressKey, lineOf } from '../../platform/http/address.ts';
import type { Caller, FindCaller } from '../../platform/http/caller.ts';
import type { Aside } from '../../platform/http/load-shedding.ts';
import type { Orders, PayerOf } from '../orders/index.ts';
import { startByForm } from '../orders/index.ts';
import { endUserOf, type Guests, readSession, setSession } from '../session/index.ts';
import { guestTokenOf, requestIdOf } from './pay-key.ts';

export interface PayFormDeps {
  orders: Orders;
  guests: Pick<Guests, 'loginByToken'>;
  findCaller: FindCaller;
  payerOf: PayerOf;
  recordConsent(caller: Caller, agreed: string | undefined): Promise<void>;
  /** The secret from which tokens of keys are derived. */
  keySecret(): Promise<string>;
  /** Limits how many guests of one address are created at once. */
  takeTurn: ReturnType<typeof makeFairQueue>;
}

/** The session that the browser remembers has ended. */
export class SessionEnded extends Error {}

/** Who posts a form: the end user of the browser's session, or else the guest that the key stands for. */
export async function callerOfPost(
  { guests, findCaller, keySecret, takeTurn }: PayFormDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  aside: Aside,
): Promise<Caller> {
  if (readSession(request) !== undefined) {
    const caller = await endUserOf(request, findCaller);
    if (!caller) throw new SessionEnded();
    return caller;
  }
  const accessToken = guestTokenOf(key, await keySecret());
  const address = addressKey(request.ip);
  const end = await aside(() => takeTurn(lineOf(request.ip)));
  await guests.loginByToken(accessToken, address).catch(asConflict).finally(end);
  setSession(request, reply, accessToken);
  return findCaller('token', accessToken);
}

/** The guest of the key has logged out, or given a number: the key is used up. */
function asConflict(error: unknown): never {
  throw error instanceof AppError && error.problem === 'noSession' ? fail('conflict') : error;
}

interface Post {
  aside: Aside;
  request: FastifyRequest;
  language: Language;
  caller: Caller;
  key: string;
}

/** The one way from a form to an order, for every caller and both forms of answer. */
export async function startFor(
  { orders, payerOf, recordConsent }: PayFormDeps,
  { key, ...context }: Post,
  form: PayForm,
  answer: 'once started' | 'once placed',
) {
  await recordConsent(context.caller, form.agreed);
  const payer = await payerOf(context, form.patience);
  return startByForm(orders, context.caller, { ...form, requestId: requestIdOf(key, form) }, payer, answer);
}
