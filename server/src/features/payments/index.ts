export { abandonAttempts, type Payer } from './attempts.ts';
export { cashEntry, type LedgerEntry, ledgerInsert } from './ledger.ts';
export { noticePath, serveNotices } from './payments.routes.ts';
export { makePayments, makeSettlement, type Payments, type PaymentTiming } from './payments.ts';
export type { PaymentProvider } from './port.ts';
export { serveCashier } from './providers/sandbox/cashier.routes.ts';
export { makeSandbox, type Sandbox, type SandboxTiming, signatureHeader } from './providers/sandbox/sandbox.ts';
export { paidOrders, type RefundRequest, requestRefunds } from './refunds.ts';
export type { PaymentHooks, SettledAttempt } from './settlement.ts';
