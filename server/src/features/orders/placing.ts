import { randomInt } from 'node:crypto';
import type { BrowserKind } from '@recline/contract/browser-kind';
import type { InputOf, OutputOf } from '@recline/contract/call';
import type { OrderStatus } from '@recline/contract/dictionary';
import type { Price, starting } from '@recline/contract/starting';
import type { Clock } from '../../platform/clock.ts';
import { type Db, type Pool, retryDeadlocks, transaction } from '../../platform/db.ts';
import { AppError, fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Payer, Payments } from '../payments/index.ts';
import { type Applied, combine, nothingApplied, place, transition } from './lifecycle.ts';
import { payBy, payingAnswer, payOrder } from './paying.ts';
import type { PendingStarts } from './pending-starts.ts';
import * as rules from './placing.rules.ts';
import * as sql from './placing.sql.ts';

export type ActivateInput = InputOf<(typeof starting)['activate']> & Pick<rules.PlacingInput, 'couponWait'>;

export interface PlacingDeps {
  pool: Pool;
  clock: Clock;
  timing: { startWaitMs: number };
  /** How long an order waits for its payment. */
  payMinutes: number;
  payments: Payments;
  /** Whether chairs can be reached at all. */
  connected(): boolean;
  /** Sends commands, wakes whoever waits, and so on, after a commit. */
  followUp(applied: Applied): void;
}

export interface PlacingRequest {
  caller: Caller;
  input: ActivateInput;
  browser: BrowserKind;
}

/** An order that a request made, now or before; or why it made none. */
export type PlacingResult = { orderId: number; status: OrderStatus; isNew: boolean } | { refusal: AppError };

const maxRounds = 4;

/**
 * Places orders: facts → rules → place. Constraints decide between concurrent requests. The loser is decided again, and
 * now the facts say why it lost.
 */
export async function placeOrders(deps: PlacingDeps, requests: readonly PlacingRequest[]): Promise<PlacingResult[]> {
  const results = new Map<PlacingRequest, PlacingResult>();
  let open = [...requests];
  for (let round = 1; open.length > 0; round += 1) {
    if (round > maxRounds) throw fail('conflict');
    for (const [request, result] of await placeRound(deps, open)) results.set(request, result);
    open = open.filter((request) => !results.has(request));
  }
  return requests.map((request) => results.get(request) ?? { refusal: fail('conflict') });
}

type RoundResults = [PlacingRequest, PlacingResult][];

async function placeRound(deps: PlacingDeps, requests: readonly PlacingRequest[]): Promise<RoundResults> {
  const context = {
    now: deps.clock(),
    connected: deps.connected(),
    newCouponNo: () => String(randomInt(1e11, 1e12)), // no leading zero: a spreadsheet would drop it
  };
  const aMinuteAgo = new Date(context.now.getTime() - 60_000);
  const facts = await sql.placingFacts(deps.pool, JSON.stringify(requests.map(questionOf)), aMinuteAgo);
  const results: RoundResults = [];
  const toPlace: { request: PlacingRequest; placing: ToPlace }[] = [];
  for (const [index, request] of requests.entries()) {
    const known = facts[index];
    if (!known) throw new Error('a request without facts');
    const placing = rules.decidePlacing(request.caller, request.input, known, {
      ...context,
      isOffered: (provider, currency) => deps.payments.isOffered(provider, { currency, browser: request.browser }),
    });
    if (placing.kind === 'place') toPlace.push({ request, placing });
    else if (placing.kind === 'refused') results.push([request, { refusal: placing.error }]);
    else
      results.push([request, { orderId: placing.orderId, status: known.repeat?.status ?? 'starting', isNew: false }]);
  }
  const placed = await save(
    deps,
    toPlace.map(({ placing }) => placing),
    context.now,
  );
  for (const [index, { request }] of toPlace.entries()) {
    const order = placed[index];
    if (order) results.push([request, { orderId: order.id, status: order.status, isNew: true }]);
  }
  return results;
}

type ToPlace = Extract<rules.Placing, { kind: 'place' }>;

/** One transaction: gives up the unpaid orders that are replaced, places the new ones, opens their payments. */
async function save(deps: PlacingDeps, placings: readonly ToPlace[], now: Date) {
  if (placings.length === 0) return [];
  const { applied, placed } = await transaction(deps.pool, (db) => write(db, deps, placings, now));
  deps.followUp(applied);
  return placed;
}

async function write(db: Db, { timing, payments, payMinutes }: PlacingDeps, placings: readonly ToPlace[], now: Date) {
  const context = { now, startWaitMs: timing.startWaitMs };
  const replaced = placings.flatMap(({ replaces }) => (replaces === null ? [] : [replaces]));
  const given =
    replaced.length > 0
      ? await transition(
          db,
          context,
          replaced.map((orderId) => giveUp(orderId, now)),
        )
      : nothingApplied;
  const { placed, ...made } = await place(
    db,
    context,
    placings.map(({ toPlace }) => toPlace),
  );
  const unpaid = placed.flatMap((order, index) => {
    if (order?.status !== 'pending') return [];
    const { id: orderId, amount, currency, created_at } = order;
    const provider = placings[index]?.toPlace.order.pay_type ?? '';
    return [{ orderId, provider, amount, currency, until: payBy(created_at, payMinutes) }];
  });
  await payments.openFirstAttempts(db, unpaid, now);
  return { applied: combine(given, made), placed };
}

const giveUp = (orderId: number, at: Date) => ({ orderId, step: 'cancel', at, reason: 'replaced' }) as const;

const questionOf = ({ caller, input }: PlacingRequest): sql.FactsQuestion => ({
  accountId: caller.accountId,
  requestId: input.requestId,
  deviceId: input.deviceId,
  priceId: /^[1-9]\d{0,14}$/.test(input.priceId) ? Number(input.priceId) : null,
  couponNo: input.couponNo ?? null,
  cashCouponNo: input.cashCouponNo ?? null,
});

// One start ---------------------------------------------------------------------------------

export interface ActivateDeps extends PlacingDeps {
  pendingStarts: PendingStarts;
  /** Places one order, together with those that are asked for at the same time. */
  placeOrder(request: PlacingRequest): Promise<PlacingResult>;
  cancelUnpaid(orderId: number, reason: string): Promise<void>;
}

export type Activated = OutputOf<(typeof starting)['activate']>;

/** A start from the request to the answer: places the order, then waits for its chair or says how to pay. */
export async function activate(
  deps: ActivateDeps,
  caller: Caller,
  input: ActivateInput,
  payer: Payer,
): Promise<Activated> {
  const placed = await deps.placeOrder({ caller, input, browser: payer.browser });
  if ('refusal' in placed) throw placed.refusal;
  const { orderId, isNew } = placed;
  const status = placed.status === 'starting' ? await deps.pendingStarts.settled(orderId, { isNew }) : placed.status;
  const error = rules.errorOf(status);
  if (error) throw fail(error);
  if (status !== 'pending') return { orderId: String(orderId), status };
  if (!isNew) return payOrder(deps, caller, { orderId: String(orderId) }, payer);
  try {
    return await payingAnswer(deps, orderId, payer);
  } catch (error) {
    await deps.cancelUnpaid(orderId, 'no prepay'); // nobody could pay it
    if (!(error instanceof AppError)) throw error;
    return activate(deps, caller, input, payer); // says so, unless it was paid before the provider answered
  }
}

/** Two requests of one account that cancel each other's unpaid order may deadlock; the loser is retried. */
export const placeWithRetry = (deps: PlacingDeps) => (requests: readonly PlacingRequest[]) =>
  retryDeadlocks(() => placeOrders(deps, requests));

// Before a start ----------------------------------------------------------------------------

/** The id of the order on a chair, for those who may see it; null if the chair is free. */
export async function deviceStatus(pool: Pool, caller: Caller, deviceId: string): Promise<string | null> {
  const chair = rules.requireChair(caller, await sql.chairById.maybe(pool, deviceId));
  const found = rules.availability(chair, caller);
  if (typeof found === 'string') throw fail(found);
  return 'orderId' in found ? String(found.orderId) : null;
}

/** The chair's price list, as the JSON string that the contract requires. */
export async function priceGroup(pool: Pool, deviceId: string): Promise<string> {
  const chair = await sql.chairById.maybe(pool, deviceId);
  if (!chair) throw fail('unknownDevice');
  const rows = await sql.pricesOfGroup(pool, chair.price_group_id);
  if (rows.length === 0) throw fail('noPriceList');
  return JSON.stringify(rows.map(toPrice));
}

export const toPrice = ({ id, ...price }: sql.PriceRow): Price => ({ priceId: String(id), ...price });
