export { logSms } from './log.ts';
export type { SendSms } from './sms.port.ts';
