import { account } from './account.ts';
import { chart } from './chart.ts';
import { countdown } from './countdown.ts';
import { details } from './details.ts';
import { devices } from './devices.ts';
import { errors } from './errors.ts';
import { feedback } from './feedback.ts';
import { feedbackList } from './feedback-list.ts';
import { myOrders } from './my-orders.ts';
import { orders } from './orders.ts';
import { outlets } from './outlets.ts';
import { period } from './period.ts';
import { places } from './places.ts';
import { quickStart } from './quick-start.ts';
import { receipt } from './receipt.ts';
import { refunds } from './refunds.ts';
import { result } from './result.ts';
import { textArea } from './text-area.ts';

/** What the other screens say; fetched with the first of them. */
export const texts = {
  account,
  chart,
  countdown,
  details,
  devices,
  errors,
  feedback,
  feedbackList,
  myOrders,
  orders,
  outlets,
  period,
  places,
  quickStart,
  receipt,
  refunds,
  result,
  textArea,
};
