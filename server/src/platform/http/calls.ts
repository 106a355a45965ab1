import { type Contract, contract } from '@recline/contract';
import { basePath, type Call, type Calls, type InputOf, type OutputOf } from '@recline/contract/call';
import { type Language, toLanguage } from '@recline/contract/languages';
import { limits } from '@recline/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { phrases } from '../../locales/index.ts';
import { fail } from '../error.ts';
import { makeFairQueue } from '../fair-queue.ts';
import { within } from '../schedule.ts';
import { addressKey, lineOf } from './address.ts';
import { type Caller, type Context, type ContextFor, type FindCaller, requireAccess } from './caller.ts';
import type { Aside, LoadShedding } from './load-shedding.ts';
import { answerSchema } from './schema.ts';

/** One handler per call, returning the output of the call's schema. */
export type HandlersOf<C extends Calls> = {
  [K in keyof C]: C[K] extends { answers: 'events' }
    ? (input: InputOf<C[K]>, context: ContextFor<C[K]['access']>) => Promise<void>
    : (input: InputOf<C[K]>, context: ContextFor<C[K]['access']>) => Promise<OutputOf<C[K]>>;
};

type AnyHandler = (input: unknown, context: Context<Caller | null>) => Promise<unknown>;

/** A handler for every call: a missing one does not compile. */
export type Handlers = { [F in keyof Contract]: HandlersOf<Contract[F]> };

/** The deadline for an answer. The slowest call waits 10 s for a device. */
export const answerWithin = 30_000;

/** Registers a route for every call of the contract. */
export function registerCalls(
  app: FastifyInstance,
  handlers: Handlers,
  findCaller: FindCaller,
  loadShedding: LoadShedding,
): void {
  for (const [feature, calls] of Object.entries(contract)) {
    const group = handlers[feature as keyof Contract] as Record<string, AnyHandler>;
    for (const [name, call] of Object.entries(calls as Calls)) {
      const handle = inTurn(call, routeOf(call, group[name] as AnyHandler, findCaller));
      app.route({
        method: call.method,
        url: `${basePath}${call.path}`,
        bodyLimit: call.bodyBytes ?? limits.callBytes,
        ...(call.answers ? {} : { schema: { response: { 200: answerSchema(call.output) } } }),
        onRequest: loadShedding.admit(call),
        handler: (request, reply) => loadShedding.run(call, (aside) => handle(request, reply, aside)),
      });
    }
  }
}

type Route = (request: FastifyRequest, reply: FastifyReply, aside: Aside) => Promise<unknown>;

/** Maximum concurrency of each call that changes data without a token: in total, and per address. */
export const publicCalls = { atOnce: 32, perKey: 4, maxWaiting: 2_000 };

/**
 * Calls without a token cost password hashes, messages and rows. A flood of them from one address waits in its own
 * queue, and neither holds database connections nor counts as load.
 */
function inTurn(call: Call, route: Route): Route {
  if (call.access !== 'public' || call.method !== 'POST') return route;
  const takeTurn = makeFairQueue(publicCalls);
  return async (request, reply, aside) => {
    const end = await aside(() => takeTurn(lineOf(request.ip)));
    return route(request, reply, aside).finally(end);
  };
}

function routeOf(call: Call, handler: AnyHandler, findCaller: FindCaller): Route {
  const deadline = answerWithin + (call.waits ? limits.turnSeconds * 1000 : 0);
  return async (request: FastifyRequest, reply: FastifyReply, aside: Aside) => {
    const caller = call.access === 'public' ? null : await authenticate(request, call, findCaller);
    const input = parseInput(call.input, call.method === 'POST' ? request.body : request.query);
    const language = languageOf(request);
    const offset = parseOffset(request.headers['timezone-offset']);
    const context = { caller, language, offset, address: addressKey(request.ip), aside, request, reply };
    if (call.answers) return handler(input, context).then(() => reply);
    const data = await within(deadline, handler(input, context));
    return { code: 200, message: phrases[language].success, data };
  };
}

export async function authenticate(request: FastifyRequest, call: Call, findCaller: FindCaller): Promise<Caller> {
  const header = request.headers['access-token'];
  // A ticket is part of the URL, which others may read in logs: it is accepted for streams only.
  const ticket = call.answers ? (request.query as { ticket?: unknown }).ticket : undefined;
  const [kind, value] = header ? (['token', header] as const) : (['ticket', ticket] as const);
  if (typeof value !== 'string' || value === '') throw fail('noSession');
  const caller = await findCaller(kind, value);
  requireAccess(caller, call.access);
  return caller;
}

export function parseInput(schema: z.ZodType, raw: unknown): unknown {
  const given = raw === undefined || raw === null || raw === '' ? {} : raw;
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const field = result.error.issues[0]?.path[0];
  throw fail('badRequest', { field: field === undefined ? 'body' : String(field) });
}

export const languageOf = (request: FastifyRequest): Language => toLanguage(request.headers.lang);

function parseOffset(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined;
  const minutes = typeof header === 'string' && /^[+-]?\d{1,4}$/.test(header) ? Number(header) : Number.NaN;
  if (!(minutes >= -720 && minutes <= 840)) throw fail('badRequest', { field: 'Timezone-Offset' });
  return minutes;
}
