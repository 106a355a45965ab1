import type { account as base } from '../zh_CN/account.ts';

export const account: typeof base = {
  title: 'My account',
  roles: {
    manager: 'Outlet manager',
    consumer: 'Guest',
  },
  account: (account) => `Account: ${account}`,
  guest: 'No number added',
  outlets: (count: number) => `My outlets\u00a0·\u00a0${count}`,
  servicePhone: 'Service phone',
  language: 'Language',
  appearance: 'Appearance',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  about: 'About',
  appId: 'App ID',
  phone: 'Browser and screen',
  browsers: { wechat: 'WeChat', alipay: 'Alipay', other: 'Browser' },
  version: 'Version',
  myOrders: 'My orders',
  logout: 'Log out',
  logoutTitle: 'Log out?',
  logoutTexts: {
    manager: 'You will need to log in again to see your data.',
    consumer: 'You will need to verify your mobile number again.',
    withoutNumber:
      'This phone will no longer show your orders, nor whether a refund has arrived. You can add a mobile number first.',
  },
  cancel: 'Cancel',
  addNumber: 'Add a mobile number',
  addNumberHint: 'Once verified, you find your orders on any phone',
  numberAdded: 'Number saved',
};
