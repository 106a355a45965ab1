import type { StickerState } from '@recline/contract/chair-card';
import { pages } from '@recline/contract/pages';
import '../ui/tokens.css';
import '../ui/base.css';
import { StickerScreen } from '../features/chair-card/sticker-screen.tsx';
import { finishWalletLogin } from '../features/chair-card/wallet-payment.ts';
import { documentLanguage } from '../platform/language.ts';
import { initLanguage, stickerTexts } from '../platform/language-store.ts';
import { registerServiceWorker } from '../platform/service-worker.ts';
import { whenIdle } from '../platform/when-idle.ts';
import { hydratePage } from './hydrate.tsx';

async function openChair(): Promise<void> {
  const state = JSON.parse(document.getElementById('state')?.textContent ?? 'null') as StickerState;
  await hydratePage(document.getElementById('app') as HTMLElement, 'sticker', <StickerScreen state={state} />);
  // The countdown comes next.
  whenIdle(() => void Promise.allSettled([import('./start.tsx')]).then(registerServiceWorker));
}

/** The wallet has redirected the payer back: logs in, then opens the chair's page. Nothing is hydrated meanwhile. */
async function comeBack(): Promise<void> {
  await initLanguage(documentLanguage(), 'sticker');
  await finishWalletLogin(stickerTexts().sticker.walletFailed);
}

await (location.pathname === pages.wallet ? comeBack() : openChair());
