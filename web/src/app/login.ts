import { type LoginTexts, loadCoreTexts, loadLoginTexts } from '../../locales/index.ts';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/button.module.css';
import { isLanguage, type Language } from '@recline/contract/languages';
import type { LoggedIn } from '../features/session/index.ts';
import { carryOver, runLoginPage } from '../features/session/login-page.ts';
import { onApiError, setClientMessages } from '../platform/api.ts';
import { setHostTitle } from '../platform/host-title.ts';
import { language, storeLanguage, tagOf } from '../platform/language.ts';
import { recoverChunk } from '../platform/new-release.ts';
import { registerServiceWorker } from '../platform/service-worker.ts';
import { keys, local, tab } from '../platform/storage.ts';
import { toast } from '../platform/toast.ts';
import { whenIdle } from '../platform/when-idle.ts';
import { replayEarlyInput } from './early-input.ts';
import { fetchLoginPage } from './fetch-login-page.ts';

const container = document.getElementById('app') as HTMLElement;

async function openApp(known?: LoggedIn): Promise<void> {
  const { startApp } = await import('./start.tsx').catch(recoverChunk);
  const onShown = () => document.documentElement.classList.remove('returning');
  await startApp(container, { onShown, ...known });
}

/** Prefetches the app and its first screen when the browser is idle. */
function prefetchAppWhenIdle(): void {
  const app = () => import('./start.tsx').then(({ warmUp }) => warmUp());
  const parts = () => [app(), import('../features/revenue/home-screen.tsx'), loadCoreTexts(language())];
  // What fails here is fetched again when it is needed.
  whenIdle(() => void Promise.allSettled(parts()).then(registerServiceWorker));
}

function showNotice(): void {
  const notice = tab.get(keys.notice);
  tab.remove(keys.notice);
  if (notice) toast(notice);
}

/** A visitor who scanned a chair's code is usually a guest. */
function selectGuestTabAfterScan(): void {
  if (local.get(keys.device)) document.getElementById('way-guest')?.click();
}

function onLoggedIn(answer: LoggedIn): Promise<void> {
  local.set(keys.token, answer.accessToken);
  return openApp(answer);
}

function run(texts: LoginTexts): void {
  setClientMessages(texts.common);
  runLoginPage(container, { texts, onLoggedIn, onLanguage: (chosen) => void choose(chosen) });
}

/** Replaces the page by the one in another language; input is kept. */
async function change(chosen: Language): Promise<void> {
  const [page, texts] = await Promise.all([fetchLoginPage(chosen), loadLoginTexts(chosen)]);
  const before = document.createDocumentFragment();
  before.append(...container.children);
  container.replaceChildren(...page.content);
  setHostTitle(page.title);
  run(texts);
  carryOver(before, container);
}

async function choose(chosen: Language): Promise<void> {
  try {
    await change(chosen);
    storeLanguage(chosen);
    container.querySelector('select')?.focus();
  } catch {
    toast((await loadLoginTexts(language())).common.network);
    for (const select of container.querySelectorAll('select')) select.value = language();
  }
}

/** The stored language, unless another was picked before the scripts loaded. */
function wantedLanguage(): Language {
  const picked = container.querySelector('select')?.value;
  return isLanguage(picked) && tagOf[picked] !== document.documentElement.lang ? picked : language();
}

async function openLogin(): Promise<void> {
  const chosen = wantedLanguage();
  const texts = await loadLoginTexts(chosen);
  onApiError((error) => error.kind !== 'answer' && toast(error.message));
  run(texts);
  // The server uses the language of the cookie; where that was lost, the right page is fetched.
  if (document.documentElement.lang !== tagOf[chosen]) await choose(chosen);
  else storeLanguage(chosen);
  selectGuestTabAfterScan();
  replayEarlyInput();
  showNotice();
  prefetchAppWhenIdle();
}

/** Opens the app for a user with a token; where it fails to load, the login page says so. */
async function openAppOrLogin(): Promise<void> {
  try {
    await openApp();
  } catch {
    document.documentElement.classList.remove('returning');
    await openLogin();
    toast((await loadLoginTexts(language())).common.network);
  }
}

void (local.get(keys.token) ? openAppOrLogin() : openLogin());
