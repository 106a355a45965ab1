import { QueryClientProvider } from '@tanstack/react-query';
import { RouterContextProvider } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import type { HomeFigures } from '../features/revenue/home.queries.ts';
import { config } from '../platform/config.ts';
import { language } from '../platform/language.ts';
import { whenIdle } from '../platform/when-idle.ts';
import { LanguageProvider } from './language-provider.tsx';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { startTexts } from './texts.ts';

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
 * Draws the overview once where nobody sees it, while somebody types a password. A browser reads code
 * when it first runs it: on a slow phone the real drawing, which one waits for, is then much shorter.
 */
export async function rehearse(): Promise<void> {
  const { HomeCards } = await import('../features/revenue/home-screen.tsx');
  await startTexts(language());
  const stage = createRoot(document.createElement('div'));
  // As a transition it is done in small pieces, between which the page answers.
  startTransition(() =>
    stage.render(
      <LanguageProvider>
        <QueryClientProvider client={queryClient}>
          <RouterContextProvider router={router}>
            <HomeCards figures={figures} countUp={false} onCurrency={() => {}} />
          </RouterContextProvider>
        </QueryClientProvider>
      </LanguageProvider>,
    ),
  );
  whenIdle(() => stage.unmount());
}
