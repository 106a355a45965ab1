export { accountChanged } from './channels.ts';
export { sessionHandlers } from './session.routes.ts';
export { makeSessions, type Sessions } from './session.service.ts';
export { logSms } from './sms.ts';
