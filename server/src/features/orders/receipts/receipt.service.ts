import { basePath } from '@recline/contract/call';
import type { Language } from '@recline/contract/languages';
import type { Receipt } from '@recline/contract/orders';
import { hasReceipt } from '@recline/contract/values';
import { phrases } from '../../../locales/index.ts';
import { transaction } from '../../../platform/db.ts';
import { fail } from '../../../platform/error.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { parseId } from '../../../platform/ids.ts';
import type { Brand } from '../../../platform/operator.ts';
import { type RateLimit, requireUses, usesFrom } from '../../../platform/rate-limit.ts';
import { isReceiptKeyOf, isReturnKeyOf, knownProviders, receiptKeyOf } from '../../payments/index.ts';
import type { Orders } from '../environment.ts';
import { type OrderRow, toOrder } from '../list/order.view.ts';
import { ordersById } from '../list/orders.sql.ts';
import { asKeyHolder, maySeeOrder, type Visible } from '../list/visibility.ts';
import { drawReceipt } from './receipt.pdf.ts';
import { receiptRows } from './receipt.rules.ts';

export const pdfPath = `${basePath}/data-centre/receipt.pdf`;

/** Limited because a page takes 50 ms to render. */
export const pdfLimit: RateLimit = { scope: 'receipts as PDF', max: 30, windowMs: 60_000 };

export interface Receipts {
  orders: Orders;
  brand: Brand;
}

export interface ReceiptAsked {
  orderId: string;
  key?: string | undefined;
}

/** For everyone who sees the order, and for a payer with the key of the return address. */
export async function receiptFor(
  { orders, brand }: Receipts,
  caller: Caller | null,
  { orderId, key }: ReceiptAsked,
  language: Language,
): Promise<Receipt> {
  const row = await rowOf(orders, orderId);
  const byKey = key !== undefined && (await isReturnKeyOf(orders.payments, row.id, key));
  if (byKey) return receiptOf({ orders, brand }, asKeyHolder(row), language);
  if (caller === null || !maySeeOrder(caller, row)) throw fail('notFound');
  return receiptOf({ orders, brand }, row, language);
}

/** The PDF, for everyone who has its address. */
export async function receiptPdf(
  receipts: Receipts,
  { orderId, key }: { orderId: string; key: string },
  language: Language,
  address: string,
): Promise<{ name: string; content: Buffer }> {
  const { orders, brand } = receipts;
  const row = await rowOf(orders, orderId);
  if (!(await isReceiptKeyOf(orders.payments, row.id, key))) throw fail('notFound');
  const limited = usesFrom(pdfLimit, address);
  await transaction(orders.requestPool, (db) => requireUses(db, limited, orders.clock()));
  const receipt = await receiptOf(receipts, asKeyHolder(row), language);
  const content = await drawReceipt(receipt, phrases[language].receipt.taxId, brand);
  return { name: `receipt-${row.order_no}.pdf`, content };
}

async function rowOf({ requestPool }: Orders, orderId: string): Promise<OrderRow> {
  const [row] = await ordersById(requestPool, [parseId(orderId)]);
  if (!row) throw fail('notFound');
  return row;
}

async function receiptOf({ orders, brand }: Receipts, row: Visible<OrderRow>, language: Language): Promise<Receipt> {
  const order = toOrder(row, orders.clock());
  if (!hasReceipt(order)) throw fail('notFound');
  const search = new URLSearchParams({
    orderId: order.orderId,
    key: await receiptKeyOf(orders.payments, row.id),
    lang: language,
  });
  return {
    title: phrases[language].receipt.title,
    operator: brand.operator,
    rows: receiptRows(order, { language, timeZone: row.time_zone, providers: knownProviders }),
    pdfUrl: `${pdfPath}?${search.toString()}`,
  };
}
