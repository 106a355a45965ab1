import type { refunds as base } from '../zh_CN/refunds.ts';

const originalWay = (own: boolean) => `${own ? 'your' : 'the'} original payment method`;

export const refunds: typeof base = {
  going: (amount, way, _when, own) => `${amount} is on its way back to ${originalWay(own)} (${way})`,
  done: (amount, way, when, own) =>
    `${amount} was refunded to ${originalWay(own)} (${[way, when].filter(Boolean).join(', ')})`,
  handedOver: (amount, when) => `${amount} was paid back in person${when && ` (${when})`}`,
  failed: (amount, phone) =>
    phone
      ? `${amount} could not be refunded yet. Please call ${phone}.`
      : `${amount} could not be refunded yet. Please ask the staff.`,
  failedForManager: (amount, phone) =>
    `${amount} could not be refunded yet. Please contact your operator${phone && ` (${phone})`}.`,
  goingTag: 'Refund on its way',
  failedTag: 'Refund failed',
  owedAfterStop: (amount) => `Up to ${amount} for the time left is refunded once the device has answered`,
  owedUnanswered: (phone) =>
    phone
      ? `Nothing was refunded by itself. About the time left, please call ${phone}.`
      : 'Nothing was refunded by itself. Please ask the staff about the time left.',
  owedAtCounter: (amount) => `Please have the staff pay back ${amount} for the time left`,
  giveBack: (amount) => `Give back ${amount}`,
  giveBackText: 'The device broke down. Please hand the money for the time left to the guest.',
  confirmHandedOver: 'I have handed it over',
  stopAsked: 'The device has not answered the stop yet',
  stopUnanswered: (amount) =>
    `The device never answered the stop, so nothing was refunded by itself. Up to ${amount} may be refunded for the time left.`,
};
