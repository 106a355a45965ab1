import { toLanguage } from '@recline/contract/languages';
import type { FastifyInstance } from 'fastify';
import { addressKey } from '../../../platform/http/address.ts';
import { pdfPath, type Receipts, receiptPdf } from './receipt.service.ts';

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A receipt as a file: a link, so that it opens in the browsers of wallets too. */
export function serveReceipts(app: FastifyInstance, receipts: Receipts): void {
  app.get(pdfPath, async (request, reply) => {
    const { orderId, key, lang } = request.query as Record<string, unknown>;
    const asked = { orderId: textIn(orderId), key: textIn(key) };
    const { name, content } = await receiptPdf(receipts, asked, toLanguage(lang), addressKey(request.ip));
    return reply
      .header('content-disposition', `inline; filename="${name}"`)
      .header('cache-control', 'private, no-store')
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .type('application/pdf')
      .send(content);
  });
}
