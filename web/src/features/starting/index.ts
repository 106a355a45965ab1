export { deviceIdOf } from './device-code.ts';
export { PackageList } from './package-list.tsx';
export { isPayAddress } from './pay-address.ts';
export { nextStep, type PayCode, PaymentNotCompleted } from './pending-payment.ts';
export { clearRequest, isSettled, newRequestId, requestIdFor, type StartIntent } from './start-request.ts';
