import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { providerNames } from '@recline/provider-simulator/core/faults';
import { type Providers, startProviders } from '@recline/provider-simulator/simulator';
import type { Server } from '@recline/server/main';
import { type Env, readEnv } from '@recline/server/platform/env';
import { lanUrl } from '@recline/server/platform/hosts';

/** The simulator's port is the one after the server's, so that links to its pages survive a restart. */
const portOf = ({ PORT }: Env): number => (PORT === 0 ? 0 : PORT + 1);

/** The named providers that have no settings of their own. */
function unconfigured({ PAYMENT_PROVIDERS, given }: Env): string[] {
  const isSet = (name: string) => Object.keys(given).some((setting) => setting.startsWith(`${name.toUpperCase()}_`));
  return providerNames.filter((name) => PAYMENT_PROVIDERS.includes(name) && !isSet(name));
}

export interface DemoProviders {
  env: Env;
  /** The message for people; empty if no provider is simulated. */
  lines: string[];
  /** Stripe's events can be delivered only once the server has an address. */
  connect(server: Server): void;
  stop(): Promise<void>;
}

/** With the demo, providers without settings are simulated, so that a newcomer can pay with each of them. */
export async function simulateProviders(env: Env): Promise<DemoProviders> {
  const names = env.DEMO ? unconfigured(env) : [];
  if (names.length === 0) return { env, lines: [], connect: () => {}, stop: async () => {} };
  const providers = await startProviders({
    host: env.HOST,
    port: portOf(env),
    publicUrl: env.HOST === '0.0.0.0' ? lanUrl : undefined,
    folder: join(env.DATA_DIR, 'providers'),
    rules: { billsAtOnce: true },
  });
  const settings = { ...settingsFor(names, providers), PAYMENT_PROVIDERS: env.PAYMENT_PROVIDERS.join(',') };
  return {
    env: readEnv({ ...settings, ...env.given }),
    lines: [
      `  Simulated:          ${names.join(', ')} at ${providers.url}`,
      `                      faults on demand at ${providers.controlUrl}`,
      `                      for \`bin/recline payments\`: set -a; . ${writeEnvFile(env, settings)}`,
    ],
    connect: (server) => providers.stripe.registerWebhook(`${server.url}/api/payments/notice/stripe`),
    stop: providers.stop,
  };
}

/** The settings for the operator's program, which is a separate process. */
function writeEnvFile({ DATA_DIR }: Env, settings: Record<string, string>): string {
  const file = join(DATA_DIR, 'providers', 'settings.env');
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  return file;
}

const settingsFor = (names: string[], { settings }: Providers) =>
  Object.fromEntries(
    Object.entries(settings).filter(([setting]) => names.some((name) => setting.startsWith(`${name.toUpperCase()}_`))),
  );
