import type { Order } from '@recline/contract/orders';
import type { AppTexts } from '../../../../locales/index.ts';
import { isOpen, type Stage } from './order-stage.ts';
import { refundNews } from './refund-news.ts';
import { unconfirmedStop } from './stop-state.ts';

/** The labels of the server's fixed values. */
export type LabelOf = (list: 'orderStatus' | 'gear' | 'payType', value: string) => string;

/** The texts for an order: those of the page, and the labels of the server's values. */
export interface Words {
  t: AppTexts;
  labelOf: LabelOf;
}

/** The label of a status. An order whose refund is pending is not called refunded. */
export function statusLabel({ t, labelOf }: Words, order: Order, status: Order['status'] = order.status): string {
  if (status !== 'refunded' || order.payment !== 'refunding') return labelOf('orderStatus', status);
  return refundNews(order).some(({ state }) => state === 'failed') ? t.refunds.failedTag : t.refunds.goingTag;
}

/** The title of a stage; of a refunded order, where its money is. */
export const stageTitle = (words: Words, order: Order, stage: Stage): string =>
  stage === 'refunded' ? statusLabel(words, order, 'refunded') : words.t.countdown.stages[stage].title;

const isOnItsWay = (stage: Stage): boolean => stage === 'running' || stage === 'starting';

/** The title of an order's page: what is special about its state, if anything. */
export function pageTitle(words: Words, order: Order, stage: Stage): string {
  const { countdown } = words.t;
  if (isOnItsWay(stage)) return countdown.title;
  const stop = isOpen(stage) ? null : unconfirmedStop(order);
  return stop ? countdown.stops[stop].title : stageTitle(words, order, stage);
}
