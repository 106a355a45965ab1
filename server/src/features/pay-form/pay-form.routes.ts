import { browserKindOf } from '@recline/contract/browser-kind';
import { limits } from '@recline/contract/limits';
import { pageUrl, payPath } from '@recline/contract/pages';
import { type PayForm, payForm } from '@recline/contract/pay-form';
import { starting } from '@recline/contract/starting';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { phrases } from '../../locales/index.ts';
import { AppError, fail } from '../../platform/error.ts';
import { answerWithin, authenticate, languageOf, parseInput } from '../../platform/http/calls.ts';
import type { Aside, LoadShedding } from '../../platform/http/load-shedding.ts';
import { senderOf } from '../../platform/http/own-origin.ts';
import { within } from '../../platform/schedule.ts';
import { callerOfPost, type PayFormDeps, SessionEnded, startFor } from './pay-form.service.ts';
import { readKey, renewKey } from './pay-key.ts';
import { pageAgain, refusalOf } from './refusals.ts';
import { setTapped } from './tapped-cookie.ts';

interface PayRouteDeps extends PayFormDeps {
  publicUrl: string | undefined;
  loadShedding: LoadShedding;
}

/** `POST /pay`: the form of a chair's page, and the same for the app's scripts. */
export function servePayForm(app: FastifyInstance, deps: PayRouteDeps): void {
  app.post(payPath, { bodyLimit: limits.callBytes }, async (request, reply) => {
    const sender = senderOf(request, deps.publicUrl);
    if (sender === 'other') throw fail('forbidden');
    const answer = /\bapplication\/json\b/.test(request.headers.accept ?? '') ? answerScripts : answerForm;
    return answer(deps, request, reply);
  });
}

const formIn = (request: FastifyRequest): PayForm => parseInput(payForm, request.body) as PayForm;

/** `/pay` has the priority and deadline of this call. */
const ofCall = starting.activate;
const deadline = answerWithin + limits.turnSeconds * 1000;

/** Answers like `activate`. The token in the header alone says who pays. */
async function answerScripts(deps: PayRouteDeps, request: FastifyRequest, reply: FastifyReply) {
  const language = languageOf(request);
  reply.header('cache-control', 'no-store');
  const data = await deps.loadShedding.run(ofCall, async (aside) => {
    const caller = await authenticate(request, ofCall, deps.findCaller);
    const form = formIn(request);
    const key = readKey(request);
    try {
      if (key === undefined) throw fail('conflict');
      return await within(deadline, startFor(deps, { request, language, caller, key, aside }, form, 'once started'));
    } catch (error) {
      if (error instanceof AppError && isOver(error)) renewKey(request, reply);
      throw error;
    }
  });
  return { code: 200, message: phrases[language].success, data };
}

/** This key is used up: the next tap is a new request. */
const isOver = ({ problem }: AppError): boolean =>
  problem === 'conflict' || problem === 'deviceDidNotStart' || problem === 'paymentFailed';

/** Answers with a page of ours. Every refusal shows the page of the chair again. */
async function answerForm(deps: PayRouteDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  const fields = (request.body ?? {}) as Record<string, unknown>;
  try {
    const to = await deps.loadShedding.run(ofCall, (aside) =>
      within(answerWithin, placeByForm(deps, request, reply, aside)),
    );
    return reply.redirect(to, 303);
  } catch (error) {
    if (!(error instanceof AppError || error instanceof SessionEnded))
      request.log.error({ err: error, reqId: request.id }, 'a payment form could not be answered');
    const refusal = error instanceof SessionEnded ? ({ reason: 'sessionEnded' } as const) : refusalOf(error);
    return reply.redirect(pageAgain(fields, refusal), 303);
  }
}

async function placeByForm(
  deps: PayRouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  aside: Aside,
): Promise<string> {
  const form = formIn(request);
  const key = readKey(request);
  if (key === undefined) throw fail('conflict');
  if (form.payType === browserKindOf(request.headers['user-agent'] ?? '')) {
    setTapped(request, reply);
    return pageAgain({ ...form }, { reason: 'wallet' });
  }
  const caller = await callerOfPost(deps, request, reply, key, aside);
  const post = { request, language: languageOf(request), caller, key, aside };
  const { orderId } = await startFor(deps, post, form, 'once placed');
  return pageUrl(payPath, { orderId });
}
