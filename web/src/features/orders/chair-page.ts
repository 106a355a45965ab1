import type { Order } from '@recline/contract/orders';
import { pages, pageUrl } from '@recline/contract/pages';

/** The chair's own page with the same package chosen: one tap from paying. */
export const chairPageOf = ({ deviceId, gear, minutes }: Order): string =>
  pageUrl(pages.index, { deviceId, gear, minutes: String(minutes) });
