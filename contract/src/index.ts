import { agreements } from './agreements.ts';
import { chairPage } from './chair-page.ts';
import { devices } from './devices.ts';
import { dictionary } from './dictionary.ts';
import { events } from './events.ts';
import { feedback } from './feedback.ts';
import { orders } from './orders.ts';
import { outlets } from './outlets.ts';
import { revenue } from './revenue.ts';
import { session } from './session.ts';
import { starting } from './starting.ts';
import { uploads } from './uploads.ts';

/** Every call there is. The server implements it key by key; the client is made from it. */
export const contract = {
  session,
  agreements,
  dictionary,
  revenue,
  outlets,
  devices,
  chairPage,
  orders,
  starting,
  feedback,
  uploads,
  events,
};
export type Contract = typeof contract;
