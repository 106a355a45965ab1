export { offered } from './attempts/attempts.rules.ts';
export { isPaid, isPayable, type PaidAttempt, paidAttempts } from './attempts/attempts.sql.ts';
export {
  closeAttempts,
  isOffered,
  openFirstAttempt,
  openWay,
  type Payer,
  payerReturned,
  payOf,
  prepareAttempt,
} from './attempts/attempts.ts';
export type { PaymentHooks, SettledAttempt } from './attempts/hooks.ts';
export {
  installationOf,
  isReceiptKeyOf,
  isReturnKeyOf,
  receiptKeyOf,
  refundPrefix,
  returnKeyOf,
} from './attempts/numbers.ts';
export {
  emptyAttempts,
  emptyNotices,
  exportPayments,
  exportRefunds,
  oldPayers,
  openMoneyOfAny,
} from './attempts/personal-data.sql.ts';
export { closeNow } from './attempts/settlement.ts';
export { closeDifference, closeDifferenceAsAdmin, openDifference } from './bills/differences.service.ts';
export { type Difference, listDifferences } from './bills/differences.sql.ts';
export type { Reconciled } from './bills/reconcile.service.ts';
export type { Payments, PaymentTiming } from './environment.ts';
export { recordCash } from './ledger.ts';
export { serveNotices } from './notices/notices.routes.ts';
export { type ListedNotice, listNotices, oldNotices, replayNotice } from './notices/notices.sql.ts';
export { makePayments, makeReconciliation, makeSettlement } from './payments.ts';
export { noticePath, type SandboxTiming } from './providers/module.ts';
export type { PaymentProvider, ProviderFacts } from './providers/provider.ts';
export { knownProviders, makeProviders, makeWallets } from './providers/registry.ts';
export { signatureHeader } from './providers/sandbox/sandbox.ts';
export { closeRefund, type RefundClosing, refundForStaff } from './refunds/admin.service.ts';
export { listRefunds, type PaymentQueues, paymentQueues, type StaffRefund } from './refunds/admin.sql.ts';
export { hasRefund, requestRefunds } from './refunds/requests.service.ts';
export { refundBacklog } from './refunds/worker.sql.ts';
