import type { Wallet } from '../../session/index.ts';
import { alipay } from './alipay/alipay.ts';
import type { InstalledProvider, ProviderDeps, ProviderModule, WalletDeps } from './module.ts';
import type { ProviderFacts } from './provider.ts';
import { sandbox } from './sandbox/sandbox.ts';
import { type SettingProblem, WrongSettings } from './settings.ts';
import { stripe } from './stripe/stripe.ts';
import { wechat } from './wechat/wechat.ts';

/** Every provider: a folder, and its name here. */
const registry: readonly ProviderModule[] = [wechat, alipay, stripe, sandbox];

const registered = (name: string): ProviderModule | undefined => registry.find(({ facts }) => facts.name === name);

/** The facts of every provider, even if not set up, because old orders keep their labels. */
export const knownProviders: readonly ProviderFacts[] = registry.map(({ facts }) => facts);

/** Creates the named providers. Throws `WrongSettings` with all problems of all of them. */
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

/** The wallets among the named providers. Throws `WrongSettings` if one of their settings is missing. */
export const makeWallets = (names: readonly string[], deps: WalletDeps): Wallet[] =>
  names.flatMap((name) => registered(name)?.makeWallet?.(deps) ?? []);
