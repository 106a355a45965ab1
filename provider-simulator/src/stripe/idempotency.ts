import { createHash } from 'node:crypto';
import type { Context } from '../core/context.ts';
import type { Answer, Call } from '../core/http.ts';
import { StripeError } from './errors.ts';
import type { StripeState } from './state.ts';

const keptMs = 24 * 3600_000;

/**
 * The first answer to a key is kept and repeated for 24 hours, a 500 included. Afterwards the key is forgotten, and
 * the same request makes a new object.
 */
export function makeIdempotency({ clocks, changed }: Context, state: StripeState) {
  async function once(call: Call, act: () => Promise<Answer>): Promise<Answer> {
    const key = call.headers['idempotency-key'];
    if (typeof key !== 'string' || call.method !== 'POST') return act();
    if (key.length > 255)
      throw new StripeError(400, 'invalid_request_error', 'Idempotency keys have at most 255 characters.');
    const request = createHash('sha256').update(`${call.target}\n`).update(call.body).digest('hex');
    const known = state.idempotency[key];
    if (known && clocks.now() - known.at < keptMs) return repeat(known, request);
    const kept: StripeState['idempotency'][string] = { request, at: clocks.now() };
    state.idempotency[key] = kept;
    const answer = await act();
    keep(key, kept, answer);
    return answer;
  }

  function repeat({ request, answer }: StripeState['idempotency'][string], now: string): Answer {
    if (request !== now)
      throw new StripeError(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      );
    if (!answer)
      throw new StripeError(
        409,
        'idempotency_error',
        'There is currently another in-progress request using this Idempotent Key.',
        { code: 'idempotency_key_in_use' },
      );
    return { ...answer, headers: { 'content-type': 'application/json', 'idempotent-replayed': 'true' } };
  }

  /** Requests that never began to be carried out are not kept: refused parameters, and a rate limit. */
  function keep(key: string, kept: StripeState['idempotency'][string], answer: Answer): void {
    if (typeof answer.body === 'string' && ![400, 401, 404, 429].includes(answer.status))
      kept.answer = { status: answer.status, body: answer.body };
    else delete state.idempotency[key];
    changed();
  }

  return {
    once,
    prune() {
      state.idempotency = {};
      changed();
    },
  };
}
