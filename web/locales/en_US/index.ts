import type { texts as base } from '../zh_CN/index.ts';
import { account } from './account.ts';
import { chart } from './chart.ts';
import { common } from './common.ts';
import { countdown } from './countdown.ts';
import { details } from './details.ts';
import { devices } from './devices.ts';
import { entry } from './entry.ts';
import { errors } from './errors.ts';
import { feedback } from './feedback.ts';
import { feedbackList } from './feedback-list.ts';
import { home } from './home.ts';
import { login } from './login.ts';
import { myOrders } from './my-orders.ts';
import { orders } from './orders.ts';
import { places } from './places.ts';
import { quickStart } from './quick-start.ts';
import { result } from './result.ts';
import { shell } from './shell.ts';

export const texts: typeof base = {
  account,
  chart,
  common,
  countdown,
  details,
  devices,
  entry,
  errors,
  feedback,
  feedbackList,
  home,
  login,
  myOrders,
  orders,
  places,
  quickStart,
  result,
  shell,
};
