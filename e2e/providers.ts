import { type Providers, startProviders } from '@recline/provider-simulator/simulator';
import { type App, shortTimeoutsServer, startApp } from './app.ts';
import { test as withChairs } from './chairs.ts';

export { expect } from './chairs.ts';

/** With the provider simulator, and a server that uses it. `settings` are additional settings of the server. */
export const withProviders = (settings: Record<string, string>) =>
  withChairs.extend<object, { providers: Providers; app: App }>({
    providers: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
      async ({}, use) => {
        const providers = await startProviders();
        await use(providers);
        await providers.stop();
      },
      { scope: 'worker' },
    ],
    app: [
      async ({ providers }, use) => {
        const app = await startApp({ ...providers.settings, ...settings }, shortTimeoutsServer);
        providers.stripe.registerWebhook(`${app.url}/api/payments/notice/stripe`);
        await use(app);
        await app.stop();
      },
      { scope: 'worker' },
    ],
  });
