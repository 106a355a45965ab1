/** A call as Stripe sees it; the form is decoded into flat names such as `metadata[key]`. */
interface StripeCall {
  method: string;
  path: string;
  form: Record<string, string>;
  idempotencyKey: string | null;
}

export type StripeAnswer = { status?: number; body: unknown; headers?: Record<string, string> } | Error;

/** An account of Stripe for tests: `fetch` answers with the result of `answer`. */
export function makeStripeAccount() {
  const calls: StripeCall[] = [];
  let answer: (call: StripeCall) => StripeAnswer = () => ({ status: 500, body: {} });

  async function fetch(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const { pathname, search } = new URL(String(url));
    const headers = new Headers(init.headers);
    const method = init.method ?? 'GET';
    const text = method === 'GET' ? search : String(init.body ?? '');
    const form = Object.fromEntries(new URLSearchParams(text));
    const call = { method, path: pathname, form, idempotencyKey: headers.get('idempotency-key') };
    calls.push(call);
    const given = answer(call);
    if (given instanceof Error) throw given;
    return Response.json(given.body, { status: given.status ?? 200, headers: given.headers });
  }

  return {
    calls,
    fetch: fetch as typeof globalThis.fetch,
    answerWith(next: typeof answer): void {
      answer = next;
    },
    settings: { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' } as Record<string, string>,
  };
}
