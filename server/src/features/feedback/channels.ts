import { channel } from '../../platform/notify.ts';

/** A report about a chair was received or answered. Feedback on an order is announced with the order. */
export const chairReported = channel<{ feedbackId: number; outletId: number }>('chair report');
