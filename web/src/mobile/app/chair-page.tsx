import type { ChairPageState } from '@recline/contract/chair-page';
import { pages, pageUrl, payPath } from '@recline/contract/pages';
import type { PayPageState } from '@recline/contract/pay-form';
import '../../ui/tokens.css';
import '../../ui/reset.css';
import '../../ui/forced-colors.css';
import '../shell/shell.css';
import './page-failed.css';
import { documentLanguage } from '../../platform/language.ts';
import { initLanguage } from '../../platform/language-store.ts';
import { whenIdle } from '../../platform/when-idle.ts';
import { ChairPageScreen } from '../features/chair-page/chair-page-screen.tsx';
import { finishWalletLogin } from '../features/chair-page/paying/wallet-payment.ts';
import { resumeSession } from '../features/session/index.ts';
import { hydratePage } from './hydrate.tsx';
import { failPage, removeFailureNotice } from './page-failed.ts';
import { registerServiceWorker } from './service-worker.ts';

const readState = <State,>() => JSON.parse(document.getElementById('state')?.textContent ?? 'null') as State;

async function openChair(): Promise<void> {
  const state = readState<ChairPageState>();
  await hydratePage(document.getElementById('app') as HTMLElement, 'chairPage', <ChairPageScreen state={state} />);
  // The countdown comes next.
  whenIdle(() => void Promise.allSettled([import('./start.tsx')]).then(() => registerServiceWorker('chair-page')));
}

/** The wallet has redirected the payer back: logs in, then opens the chair's page. Nothing is hydrated meanwhile. */
async function comeBack(): Promise<void> {
  const texts = await initLanguage(documentLanguage(), 'chairPage');
  await finishWalletLogin(texts.chairPage.walletFailed);
}

/** An order that the server has rendered. With scripts, it moves to its own live page. */
async function openOrder(): Promise<void> {
  const { order, onward, key } = readState<PayPageState>();
  await initLanguage(documentLanguage(), 'chairPage');
  if (order === null || onward !== null) return removeFailureNotice();
  await resumeSession();
  location.replace(pageUrl(pages.countdown, { orderId: order.orderId, ...(key !== null && { key }) }));
}

const openers: Record<string, () => Promise<void>> = { [pages.wallet]: comeBack, [payPath]: openOrder };
const opened = (openers[location.pathname] ?? openChair)();
opened.catch(failPage);
