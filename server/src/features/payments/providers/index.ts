import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Pool } from '../../../platform/db.ts';
import type { Log } from '../../../platform/log.ts';
import type { Wallet } from '../../session/index.ts';
import type { PaymentProvider, ProviderFacts } from '../port.ts';
import { type SettingProblem, type SettingsSource, WrongSettings } from '../settings.ts';
import { makeAlipay } from './alipay/alipay.ts';
import { makeAlipayWallet } from './alipay/authorize.ts';
import { alipayFacts } from './alipay/facts.ts';
import { sandboxFacts } from './sandbox/facts.ts';
import { makeSandbox, type SandboxTiming } from './sandbox/sandbox.ts';
import { stripeFacts } from './stripe/facts.ts';
import { makeStripe } from './stripe/stripe.ts';
import { makeWechatWallet } from './wechat/authorize.ts';
import { wechatFacts } from './wechat/facts.ts';
import { makeWechat } from './wechat/wechat.ts';

/** What every provider is made from. */
export interface ProviderDeps {
  settings: SettingsSource;
  fetch: typeof fetch;
  clock: Clock;
  log: Log;
  pool: Pool;
  timing: SandboxTiming;
  /** Where this server is reached, once it listens. */
  ownUrl: () => string;
}

/** A provider with what belongs to it: pages that it serves itself, and what ends with the server. */
export interface InstalledProvider {
  provider: PaymentProvider;
  serve?(app: FastifyInstance): void;
  stop?(): Promise<void>;
}

/** Reads its settings and throws `WrongSettings` where they are missing or wrong. */
export type ProviderFactory = (deps: ProviderDeps) => InstalledProvider;

export type WalletDeps = Pick<ProviderDeps, 'settings' | 'fetch' | 'clock'>;

interface Registered {
  facts: ProviderFacts;
  make: ProviderFactory;
  /** For a provider whose app can tell who its user is. */
  makeWallet?(deps: WalletDeps): Wallet;
}

/** Every provider there is: one folder and one line each. */
const registry: readonly Registered[] = [
  { facts: wechatFacts, make: makeWechat, makeWallet: makeWechatWallet },
  { facts: alipayFacts, make: makeAlipay, makeWallet: makeAlipayWallet },
  { facts: stripeFacts, make: makeStripe },
  { facts: sandboxFacts, make: makeSandbox },
];

const registered = (name: string): Registered | undefined => registry.find(({ facts }) => facts.name === name);

/** The facts of every provider, set up or not: old orders keep their labels. */
export const knownProviders: readonly ProviderFacts[] = registry.map(({ facts }) => facts);

/** Makes the providers that are named. Throws `WrongSettings` with every problem of all of them. */
export function makeProviders(names: readonly string[], deps: ProviderDeps): InstalledProvider[] {
  const problems: SettingProblem[] = [];
  const made = names.flatMap((name) => {
    const make = registered(name)?.make;
    try {
      if (make) return [make(deps)];
      const known = registry.map(({ facts }) => facts.name).join(', ');
      throw new WrongSettings([{ name: 'PAYMENT_PROVIDERS', why: `${name} is unknown; known are ${known}` }]);
    } catch (error) {
      if (!(error instanceof WrongSettings)) throw error;
      problems.push(...error.problems);
      return [];
    }
  });
  if (problems.length > 0) throw new WrongSettings(problems);
  return made;
}

/** The wallets among the providers that are named. Throws `WrongSettings` where one of their settings is missing. */
export const makeWallets = (names: readonly string[], deps: WalletDeps): Wallet[] =>
  names.flatMap((name) => registered(name)?.makeWallet?.(deps) ?? []);
