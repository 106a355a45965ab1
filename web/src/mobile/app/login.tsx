import { createRoot, type Root } from 'react-dom/client';
import { loadCoreTexts } from '../../../locales/index.ts';
import { storedToken } from '../data/token.ts';
import '../../ui/tokens.css';
import '../../ui/reset.css';
import '../../ui/forced-colors.css';
import '../shell/shell.css';
import './page-failed.css';
import { config } from '../../platform/config.ts';
import { language } from '../../platform/language.ts';
import { currentTexts } from '../../platform/language-store.ts';
import { toast } from '../../platform/toast.ts';
import { whenIdle } from '../../platform/when-idle.ts';
import type { LoggedIn } from '../features/session/index.ts';
import { LoginScreen } from '../features/session/login-screen.tsx';
import { hydratePage } from './hydrate.tsx';
import { loadChunk } from './load-chunk.ts';
import { failPage } from './page-failed.ts';
import { registerServiceWorker } from './service-worker.ts';

const container = document.getElementById('app') as HTMLElement;
/** The login page; the app replaces it. */
let root: Root | undefined;

/** The app replaces the page and handles all further input. */
async function openApp(known?: LoggedIn): Promise<void> {
  window.early = undefined;
  const { startApp } = await loadChunk(() => import('./start.tsx'));
  await startApp(() => root ?? createRoot(container), { ...known });
  document.documentElement.classList.remove('returning');
}

/**
 * Prefetches and prepares the app and its first screen when the browser is idle. Failed parts are fetched again when
 * needed.
 */
function prefetchAppWhenIdle(): void {
  const prepare = () => import('./start.tsx').then(({ prepareApp }) => whenIdle(prepareApp));
  const parts = () => [prepare(), import('../features/revenue/home-screen.tsx'), loadCoreTexts(language())];
  whenIdle(() => void Promise.allSettled(parts()).then(() => registerServiceWorker('app')));
}

function onLoggedIn(answer: LoggedIn): Promise<void> {
  storedToken.set(answer.accessToken);
  return openApp(answer);
}

async function openLogin(): Promise<void> {
  root = await hydratePage(container, 'login', <LoginScreen operator={config.operator.name} onLoggedIn={onLoggedIn} />);
  prefetchAppWhenIdle();
}

/** Opens the app for a user with a token; if it fails to load, the login page says so. */
async function openAppOrLogin(): Promise<void> {
  try {
    await openApp();
  } catch {
    document.documentElement.classList.remove('returning');
    await openLogin();
    toast(currentTexts().common.network);
  }
}

const opened = storedToken.get() ? openAppOrLogin() : openLogin();
opened.catch(failPage);
