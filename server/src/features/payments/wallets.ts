import type { Clock } from '../../platform/clock.ts';
import { makeAlipayWallet } from './providers/alipay/authorize.ts';
import { makeWechatWallet } from './providers/wechat/authorize.ts';
import type { SettingsSource } from './settings.ts';

/** A payment app that can tell who its user is, without asking the user. */
interface Wallet {
  name: string;
  authorizeUrl(request: { state: string; redirectUrl: string }): string;
  identify(code: string): Promise<{ id: string } | { fake: true }>;
}

interface WalletDeps {
  settings: SettingsSource;
  fetch: typeof fetch;
  clock: Clock;
}

const makers: Record<string, (deps: WalletDeps) => Wallet> = {
  wechat: ({ settings, fetch }) => makeWechatWallet(settings, fetch),
  alipay: ({ settings, ...deps }) => makeAlipayWallet(settings, deps),
};

/** The wallets among the payment providers that are set up. Throws `WrongSettings` where one of their settings is missing. */
export const makeWallets = (providers: readonly string[], deps: WalletDeps): Wallet[] =>
  providers
    .flatMap((name) => (Object.hasOwn(makers, name) ? [makers[name]?.(deps)] : []))
    .filter((each) => each !== undefined);
