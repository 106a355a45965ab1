import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Pool } from '../../../platform/db.ts';
import type { Log } from '../../../platform/log.ts';
import type { Wallet } from '../../session/index.ts';
import type { PaymentProvider, ProviderFacts } from './provider.ts';
import type { SettingsSource } from './settings.ts';

/** The path under which a provider's notices arrive, before the provider's name. */
export const noticePath = '/api/payments/notice';

/** When the sandbox sends notices: a late one, the second of two, and retries of those that did not arrive. */
export interface SandboxTiming {
  lateNoticeMs: number;
  secondNoticeMs: number;
  noticeRetriesMs: readonly number[];
}

/** A number that no payment has, for testing a provider's settings. */
export const unknownNumber = 'recline_check';

/** The dependencies of every provider. */
export interface ProviderDeps {
  settings: SettingsSource;
  fetch: typeof fetch;
  clock: Clock;
  log: Log;
  pool: Pool;
  timing: SandboxTiming;
  /** The address of this server, once it listens. */
  ownUrl: () => string;
}

/** A provider with its own pages, and its clean-up when the server stops. */
export interface InstalledProvider {
  provider: PaymentProvider;
  serve?(app: FastifyInstance): void;
  stop?(): Promise<void>;
}

/** Reads its settings and throws `WrongSettings` if they are missing or wrong. */
export type ProviderFactory = (deps: ProviderDeps) => InstalledProvider;

export type WalletDeps = Pick<ProviderDeps, 'settings' | 'fetch' | 'clock'>;

/** What a provider's folder exports for the registry. */
export interface ProviderModule {
  facts: ProviderFacts;
  make: ProviderFactory;
  /** For a provider whose app identifies its user. */
  makeWallet?(deps: WalletDeps): Wallet;
}
