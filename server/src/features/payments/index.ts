export { abandonAttempts, type Payer, type Purchase } from './attempts.ts';
export {
  closeDifference,
  closeDifferenceAsAdmin,
  type Difference,
  listDifferences,
  openDifference,
} from './differences.ts';
export type { PaymentHooks, SettledAttempt } from './hooks.ts';
export { cashEntry, type LedgerEntry, ledgerInsert } from './ledger.ts';
export { type ListedNotice, listNotices, replayNotice } from './notices.sql.ts';
export { offered } from './offer.rules.ts';
export { isConfirming, isRefunding } from './payment-status.sql.ts';
export { noticePath, serveNotices } from './payments.routes.ts';
export { makePayments, makeReconciliation, makeSettlement, type Payments, type PaymentTiming } from './payments.ts';
export type { PaymentProvider, ProviderFacts } from './port.ts';
export { knownProviders, makeProviders, makeWallets } from './providers/index.ts';
export { type SandboxTiming, signatureHeader } from './providers/sandbox/sandbox.ts';
export type { Reconciled } from './reconcile.ts';
export { refundBacklog } from './refund-backlog.sql.ts';
export { closeRefund, listRefunds, type RefundClosing, refundForStaff, type StaffRefund } from './refunds.admin.ts';
export { hasRefund, paidOrders, type RefundRequest, requestRefunds } from './refunds.ts';
