import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Pool } from '../../../platform/db.ts';
import type { Log } from '../../../platform/log.ts';
import type { PaymentProvider } from '../port.ts';
import { type SettingProblem, type SettingsSource, WrongSettings } from '../settings.ts';
import { makeSandbox, type SandboxTiming } from './sandbox/sandbox.ts';
import { makeWechat } from './wechat/index.ts';

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

/** Every provider there is: one folder and one line each. */
const factories: Record<string, ProviderFactory> = {
  sandbox: makeSandbox,
  wechat: makeWechat,
};

/** Makes the providers that are named. Throws `WrongSettings` with every problem of all of them. */
export function makeProviders(names: readonly string[], deps: ProviderDeps): InstalledProvider[] {
  const problems: SettingProblem[] = [];
  const made = names.flatMap((name) => {
    const factory = Object.hasOwn(factories, name) ? factories[name] : undefined;
    try {
      if (factory) return [factory(deps)];
      const known = Object.keys(factories).join(', ');
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
