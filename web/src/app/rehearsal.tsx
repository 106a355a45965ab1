import { QueryClientProvider } from '@tanstack/react-query';
import { RouterContextProvider } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import type { HomeFigures } from '../features/revenue/index.ts';
import { config } from '../platform/config.ts';
import { language } from '../platform/language.ts';
import { initLanguage } from '../platform/language-store.ts';
import { queryClient } from '../platform/query-client.ts';
import { whenIdle } from '../platform/when-idle.ts';
import { LanguageProvider } from './language-provider.tsx';
import { router } from './router.tsx';

const { currency } = config;
const span = { online: 0, cash: 0, total: 0, previous: 0 };
const figures: HomeFigures = {
  today: { ...span, asOf: new Date(0).toISOString() },
  overview: { yesterday: span, week: span, month: span, year: span },
  summary: { ordersToday: 0, outlets: 0, devices: 0, abnormalDevices: 0 },
  newFeedback: 0,
  currency,
  currencies: [currency],
};

/**
 * Renders the overview once off-screen while somebody types a password. Browsers compile code when it first
 * runs, so on a slow phone the real render is then much faster.
 */
export async function rehearse(): Promise<void> {
  const { HomeCards } = await import('../features/revenue/home-screen.tsx');
  await initLanguage(language());
  const offscreen = createRoot(document.createElement('div'));
  // A transition is rendered in small slices, so the login page stays responsive.
  startTransition(() =>
    offscreen.render(
      <LanguageProvider>
        <QueryClientProvider client={queryClient}>
          <RouterContextProvider router={router}>
            <HomeCards figures={figures} countUp={false} onCurrency={() => {}} />
          </RouterContextProvider>
        </QueryClientProvider>
      </LanguageProvider>,
    ),
  );
  whenIdle(() => offscreen.unmount());
}
