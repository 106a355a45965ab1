export type { SmsTiming } from './http.ts';
export type { SendSms } from './sms.port.ts';
export { makeSms } from './sms.ts';
