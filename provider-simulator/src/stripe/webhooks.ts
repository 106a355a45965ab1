import { createHmac } from 'node:crypto';
import type { Context } from '../core/context.ts';
import type { Flaw, Notice } from '../core/notices.ts';
import { alphanumeric } from '../core/random.ts';

const apiVersion = '2026-10-28.endive';

/** Events to the one registered endpoint, signed with every secret that is valid. */
export function makeWebhooks({ keys, clocks, notices }: Context) {
  let url: string | undefined;
  let secrets = [keys.stripe.webhookSecret];

  function signature(body: string, flaw: Flaw | undefined): string {
    const at = clocks.signing('stripe');
    const valid = flaw ? [`whsec_${alphanumeric(32)}`] : secrets;
    const signed = valid.map((secret) => createHmac('sha256', secret).update(`${at}.${body}`).digest('hex'));
    if (flaw === 'signTest') return `t=${at},v1=not-a-signature`;
    return [`t=${at}`, ...signed.map((hex) => `v1=${hex}`), `v0=${'0'.repeat(64)}`].join(',');
  }

  function event(type: string, object: unknown, number: string, to: string): Notice {
    const body = JSON.stringify({
      id: `evt_${alphanumeric(24)}`,
      object: 'event',
      api_version: apiVersion,
      created: Math.floor(clocks.now() / 1000),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    });
    return {
      provider: 'stripe',
      number,
      url: to,
      make: (flaw) => ({
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature(body, flaw) },
        body,
      }),
      isTaken: (status) => status >= 200 && status < 300,
    };
  }

  return {
    /** Events go nowhere until an endpoint is registered. */
    register(to: string) {
      url = to;
    },
    emit: async (type: string, object: unknown, number: string) => {
      if (url) await notices.send(event(type, object, number, url));
    },
    forge: (type: string, object: unknown, number: string) =>
      notices.deliver(event(type, object, number, url ?? ''), 'forged'),
    /** A new secret; the old one stays valid beside it until `retire`. */
    rotate(): string {
      const fresh = `whsec_${alphanumeric(32)}`;
      secrets = [...secrets.slice(-1), fresh];
      return fresh;
    },
    retire() {
      secrets = secrets.slice(-1);
    },
  };
}
