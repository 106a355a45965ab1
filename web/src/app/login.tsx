import { createRoot, hydrateRoot } from 'react-dom/client';
import { loadCoreTexts, loadLoginTexts } from '../../locales/index.ts';
import { onApiError, setClientMessages } from '../platform/api.ts';
import { language, storeLanguage, tagOf } from '../platform/language.ts';
import { recoverChunk } from '../platform/new-release.ts';
import { keepAppOffline } from '../platform/offline.ts';
import { keys, local, tab } from '../platform/storage.ts';
import { toast } from '../ui/toast.ts';
import { takeOverEarlyInput } from './early-input.ts';
import { LoginApp } from './login-app.tsx';

const container = document.getElementById('app') as HTMLElement;

async function openApp(clear: () => void): Promise<void> {
  const { startApp } = await import('./start.tsx').catch(recoverChunk);
  await startApp(container, () => {
    clear();
    document.documentElement.classList.remove('returning');
  });
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 4000 });
  else setTimeout(work, 1500);
}

/** Fetches the app and its first screen while nothing else is going on. */
function fetchAppWhenIdle(): void {
  const app = () => import('./start.tsx').then(({ warmUp }) => whenIdle(warmUp));
  const parts = () => [app(), import('../features/revenue/home-screen.tsx'), loadCoreTexts(language())];
  // What fails here is asked for again when it is needed.
  whenIdle(() => void Promise.allSettled(parts()).then(keepAppOffline));
}

function showNotice(): void {
  const notice = tab.get(keys.notice);
  tab.remove(keys.notice);
  if (notice) toast(notice);
}

/** Whoever comes from the code on a chair is a guest, as a rule. */
function showGuestsTheirWay(): void {
  if (local.get(keys.device)) document.getElementById('way-guest')?.click();
}

async function openLogin(): Promise<void> {
  const chosen = language();
  const texts = await loadLoginTexts(chosen);
  setClientMessages(texts.common);
  onApiError((error) => error.kind !== 'answer' && toast(error.message));
  const onLoggedIn = (accessToken: string) => {
    local.set(keys.token, accessToken);
    return openApp(() => root.unmount());
  };
  const onReady = () => {
    showGuestsTheirWay();
    takeOverEarlyInput();
    showNotice();
    fetchAppWhenIdle();
  };
  const login = <LoginApp initial={{ language: chosen, texts }} onLoggedIn={onLoggedIn} onReady={onReady} />;
  // The server sends the page in the language of the cookie; should that be lost, the page is drawn anew.
  const prerendered = container.childElementCount > 0 && document.documentElement.lang === tagOf[chosen];
  const root = prerendered ? hydrateRoot(container, login) : createRoot(container);
  if (!prerendered) root.render(login);
  storeLanguage(chosen);
}

/** Someone who is logged in goes straight on; should the app not come, the login page says so. */
async function goOn(): Promise<void> {
  try {
    await openApp(() => container.replaceChildren());
  } catch {
    document.documentElement.classList.remove('returning');
    await openLogin();
    toast((await loadLoginTexts(language())).common.network);
  }
}

void (local.get(keys.token) ? goOn() : openLogin());
