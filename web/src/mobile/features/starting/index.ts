export { deviceIdOf } from './device-code.ts';
export { loadChairFinder } from './load-chair-finder.ts';
export { PackageList } from './package-list.tsx';
export { isPayAddress } from './pay-address.ts';
export { nextStep, PaymentNotCompleted, type ShownCode } from './pending-payment.ts';
export { clearRequest, isOutcomeKnown, requestIdFor, type StartIntent } from './start-request.ts';
export { patience } from './turn-to-pay.ts';
export { useTurn } from './use-turn.ts';
