import type { errors as base } from '../zh_CN/errors.ts';

export const errors: typeof base = {
  page: 'Error',
  branchText: (name: string) => `Account ${name} cannot scan the device at this branch.`,
  kinds: {
    device: {
      title: 'Device unavailable',
      text: 'Please change device and scan the QR code again.',
      next: 'Try another device',
    },
    branch: {
      title: 'Branch error',
      text: 'Your account cannot use the devices at this branch.',
      next: 'Try another device',
    },
    priceList: {
      title: 'No prices yet',
      text: 'No price is set for this device. Please ask the staff of the outlet.',
      next: 'Try another device',
    },
    network: { title: 'Network connection failed', text: 'Check your connection and try again.', next: 'Try again' },
    notFound: { title: 'Page not found', text: 'The link may be old or mistyped.', next: 'Back to home' },
    forbidden: {
      title: 'No permission',
      text: 'Your account may not open this page. Ask your operator if you need it.',
      next: 'Back to home',
    },
    other: {
      title: 'Something went wrong',
      text: 'Please try again later.',
      next: 'Back to home',
    },
  },
  codes: {
    unknownDevice: 'Cannot recognise device. Please check the device ID or scan again.',
    deviceInUse: 'This device is in use. Please change device and scan the QR code again.',
    deviceDidNotStart:
      'The device did not start and nothing was charged. Please change device and scan the QR code again.',
  },
};
