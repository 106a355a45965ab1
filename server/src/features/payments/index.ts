export { abandonAttempts, type Payer, type Purchase } from './attempts.ts';
export { cashEntry, type LedgerEntry, ledgerInsert } from './ledger.ts';
export { noticePath, serveNotices } from './payments.routes.ts';
export { makePayments, makeSettlement, type Payments, type PaymentTiming } from './payments.ts';
export type { ProviderFacts } from './port.ts';
export { knownProviders, makeProviders } from './providers/index.ts';
export { type SandboxTiming, signatureHeader } from './providers/sandbox/sandbox.ts';
export { paidOrders, type RefundRequest, requestRefunds } from './refunds.ts';
export type { PaymentHooks, SettledAttempt } from './settlement.ts';
