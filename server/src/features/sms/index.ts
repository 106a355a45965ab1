export type { SendSms } from './sms.port.ts';
export { makeSms } from './sms.ts';
