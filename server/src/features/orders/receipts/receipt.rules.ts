import { type Language, tagOf } from '@recline/contract/languages';
import { formatMoney } from '@recline/contract/money';
import type { Order, Receipt } from '@recline/contract/orders';
import { phrases } from '../../../locales/index.ts';
import { orderLabelsIn, type PayTypeLabel } from '../../dictionary/index.ts';

interface ReceiptContext {
  language: Language;
  /** The outlet's time zone. */
  timeZone: string;
  /** Labels of the payment methods. */
  providers: readonly PayTypeLabel[];
}

/** The receipt's lines, for the page and the PDF alike. */
export function receiptRows(order: Order, { language, timeZone, providers }: ReceiptContext): Receipt['rows'] {
  const t = phrases[language].receipt;
  const { gear, payType } = orderLabelsIn(providers)(language);
  const nameIn = (list: typeof gear, value: string) => list.find((row) => row.value === value)?.label ?? value;
  const money = (amount: number) => formatMoney(amount, order.currency, { language });
  const refunded = order.refundedAmount > 0;
  const rows: [label: string, value: string | null][] = [
    [t.orderNo, order.orderNo],
    [t.time, timeIn(timeZone, language, order.startedAt ?? order.createdAt)],
    [t.outlet, order.outletName],
    [t.chair, `${order.deviceId} · ${order.deviceName}`],
    [t.bought, `${t.minutes(order.minutes)} · ${nameIn(gear, order.gear)}`],
    [t.payType, nameIn(payType, order.payType)],
    [t.coupon, order.couponNo ?? order.cashCouponNo],
    [t.amount, money(order.amount)],
    [order.payment === 'refunding' ? t.refunding : t.refunded, refunded ? money(order.refundedAmount) : null],
    [t.net, refunded ? money(order.amount - order.refundedAmount) : null],
  ];
  return rows.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}

/** The outlet's own time, with its offset: a receipt is read anywhere. */
function timeIn(timeZone: string, language: Language, instant: string): string {
  const format = new Intl.DateTimeFormat(tagOf(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
    hourCycle: 'h23',
  });
  const offset = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')?.value;
  return `${format.format(new Date(instant))} (${offset ?? timeZone})`;
}
