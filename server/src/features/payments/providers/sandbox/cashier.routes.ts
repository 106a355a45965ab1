import { toLanguage } from '@recline/contract/languages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { fail } from '../../../../platform/error.ts';
import { sendPlainPage } from '../../../../platform/http/plain-page.ts';
import { cashierPage } from './cashier-page.ts';
import type { SandboxPayment } from './sandbox.sql.ts';

const decision = z.object({
  decision: z.enum(['paid', 'declined']),
  notice: z.enum(['now', 'twice', 'late']).default('now'),
});

/** The payments behind the page, found by their unguessable tickets. */
interface Cashier {
  find(ticket: string): Promise<SandboxPayment | undefined>;
  conclude(number: string, outcome: 'paid' | 'declined', manner: 'now' | 'twice' | 'late'): Promise<void>;
}

/** The sandbox's cashier page. It stands in for a provider's page, but is served by us. */
export function serveCashier(app: FastifyInstance, sandbox: Cashier): void {
  const paymentOf = async (request: FastifyRequest) => {
    const payment = await sandbox.find((request.params as { ticket: string }).ticket);
    if (!payment) throw fail('notFound');
    return payment;
  };

  app.get('/sandbox/cashier/:ticket', async (request, reply) => {
    const payment = await paymentOf(request);
    return sendPlainPage(reply, cashierPage(payment, toLanguage((request.query as { lang?: string }).lang)));
  });

  app.post('/sandbox/cashier/:ticket', async (request, reply) => {
    const payment = await paymentOf(request);
    const chosen = decision.safeParse(request.body);
    if (!chosen.success) throw fail('badRequest', { field: 'decision' });
    await sandbox.conclude(payment.number, chosen.data.decision, chosen.data.notice);
    return reply.redirect(chosen.data.decision === 'paid' ? payment.return_to : payment.back_to, 303);
  });
}
