export { deviceIdOf } from './device-code.ts';
export { PackageList } from './package-list.tsx';
export { payUrlOf, storePayment } from './pending-payment.ts';
export { clearRequest, isSettled, newRequestId, requestIdFor, type StartIntent } from './start-request.ts';
