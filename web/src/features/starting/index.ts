export { payUrlOf } from './pending-payment.ts';
