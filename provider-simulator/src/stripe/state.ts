import type { BillRow } from '../core/bills.ts';

export type Metadata = Record<string, string>;

export interface Session {
  id: string;
  /** The merchant's number. */
  number: string;
  clientReference: string | null;
  amount: number;
  currency: string;
  name: string;
  metadata: Metadata;
  intentMetadata: Metadata;
  successUrl: string;
  cancelUrl: string | null;
  locale: string | null;
  createdAt: number;
  expiresAt: number;
  status: 'open' | 'complete' | 'expired';
  paymentStatus: 'unpaid' | 'paid';
  intent: string | null;
}

export interface Intent {
  id: string;
  session: string;
  charge: string;
  amount: number;
  currency: string;
  metadata: Metadata;
  status: 'processing' | 'succeeded' | 'requires_payment_method';
  createdAt: number;
  paidAt?: number;
}

export interface Refund {
  id: string;
  intent: string;
  amount: number;
  metadata: Metadata;
  reason: string | null;
  status: 'pending' | 'succeeded' | 'failed';
  failureReason?: string;
  createdAt: number;
}

export interface KeptAnswer {
  request: string;
  at: number;
  /** Undefined while the first request is still being handled. */
  answer?: { status: number; body: string };
}

export interface StripeState {
  sessions: Record<string, Session>;
  intents: Record<string, Intent>;
  refunds: Record<string, Refund>;
  /** Money moved, oldest first. */
  movements: BillRow[];
  idempotency: Record<string, KeptAnswer>;
}

export const newStripeState = (): StripeState => ({
  sessions: {},
  intents: {},
  refunds: {},
  movements: [],
  idempotency: {},
});
