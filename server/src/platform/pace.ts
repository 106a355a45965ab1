import { limits } from '@recline/contract/limits';

/**
 * How long the server waits, and how often it looks, in milliseconds. Handed to whatever waits, like the
 * clock, so that a simulation of hours need not last hours.
 */
export interface Pace {
  /** From the command to the chair's word that it runs. */
  startWait: number;
  /** When the command is sent again meanwhile. */
  resendAfter: readonly number[];
  /** Payments that nobody told us of are asked for after this. */
  askAfter: number;
  /** How often what the chairs said is written, and what is due is done. */
  flushEvery: number;
  sweepEvery: number;
  silenceEvery: number;
  moneyEvery: number;
  /** A chair's message that met a dead database is tried again after this. */
  messageRetry: number;
  /** The sandbox's notices: one that is late, the second of two, and those that did not arrive. */
  lateNotice: number;
  secondNotice: number;
  noticeRetries: readonly number[];
}

export const usualPace: Pace = {
  startWait: limits.startSeconds * 1000,
  resendAfter: [2_000, 4_000, 7_000],
  askAfter: 30_000,
  flushEvery: 250,
  sweepEvery: 1_000,
  silenceEvery: 5_000,
  moneyEvery: 10_000,
  messageRetry: 1_000,
  lateNotice: 5_000,
  secondNotice: 500,
  noticeRetries: [1_000, 3_000, 10_000, 30_000],
};
