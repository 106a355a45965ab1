import type { Order } from '@recline/contract/orders';
import { useFormat } from '../../../platform/text.tsx';
import { useText } from '../../texts/app.ts';
import { dueAtCounter } from './owed.ts';
import { stopOf } from './stop-state.ts';

/** The note to a manager about a stop that the chair has not confirmed; null otherwise. */
export function useStopNotice(order: Order): string | null {
  const t = useText();
  const format = useFormat();
  const stop = stopOf(order);
  if (stop === 'asked') return t.refunds.stopAsked;
  return stop === 'unanswered' ? t.refunds.stopUnanswered(format.money(order.owed ?? 0, order.currency)) : null;
}

/** What is still open for an order in a list: the chair's answer to a stop, or cash to return. */
export function useWhatWaits(order: Order): string | null {
  const t = useText();
  const format = useFormat();
  const stop = stopOf(order);
  const atCounter = dueAtCounter(order);
  if (atCounter > 0) return t.refunds.giveBack(format.money(atCounter, order.currency));
  return stop === 'asked' || stop === 'unanswered' ? t.countdown.stops[stop].title : null;
}
