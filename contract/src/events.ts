import { z } from 'zod';
import { defineCalls } from './call.ts';
import type { DeviceRow } from './devices.ts';
import { handedBack, id, nothing, optional } from './fields.ts';
import type { Order } from './orders.ts';
import { streamPath } from './values.ts';

/** What the stream carries: the event's name and its JSON payload. */
export interface StreamEvents {
  order: Order;
  device: DeviceRow;
  /** A report about a chair was received or answered. Feedback on an order is sent as a change of that order. */
  feedback: { feedbackId: string; outletId: string };
  /** The income of an outlet changed. Sent to managers with `home`, at most once in five seconds an outlet. */
  revenue: { outletId: string };
  /** Changes may have been missed: reload what is on the screen. */
  refresh: Record<string, never>;
}

export const events = defineCalls({
  ticket: {
    method: 'POST',
    path: '/events/ticket',
    access: 'anyone',
    summary: 'A short-lived ticket with which EventSource, which sends no headers, opens the stream once',
    input: nothing,
    output: z.object({ ticket: z.string(), expiresIn: z.int() }),
  },
  stream: {
    method: 'GET',
    path: streamPath,
    access: 'anyone',
    summary: 'Server-sent events `order`, `device`, `feedback` and `revenue` for what the caller may see',
    input: z.object({ orderId: optional(id), ticket: optional(handedBack(200)) }),
    output: z.string(),
    answers: 'events',
    priority: 'guest',
  },
});
