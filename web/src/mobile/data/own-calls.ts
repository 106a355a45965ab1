import type { CallNames } from '../../platform/call-names.ts';

/** The calls that this app makes: its scripts have no others, and the compiler refuses them. */
export const ownCalls = {
  session: ['guest', 'info', 'login', 'logout', 'publicKey', 'smsCode', 'smsLogin', 'walletLogin', 'walletStart'],
  agreements: ['get'],
  dictionary: ['get'],
  revenue: [
    'byOutlet',
    'comparison',
    'home',
    'hours',
    'ordersSevenDays',
    'overview',
    'realTime',
    'report',
    'sevenDays',
    'statistics',
    'summary',
    'today',
  ],
  outlets: ['list', 'place', 'setPlace'],
  devices: ['label', 'list', 'outages'],
  chairPage: ['freeChairs', 'get'],
  orders: ['get', 'list', 'mine', 'receipt', 'refund', 'returned', 'stop', 'summary'],
  starting: ['activate', 'deviceStatus', 'pay', 'priceGroup', 'quote'],
  feedback: ['get', 'insert', 'list', 'reply'],
  uploads: ['policy', 'remove'],
  events: ['stream'],
} as const satisfies CallNames;
