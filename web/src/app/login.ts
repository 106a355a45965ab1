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
import { keepAppOffline } from '../platform/offline.ts';
import { keys, local, tab } from '../platform/storage.ts';
import { toast } from '../platform/toast.ts';
import { whenIdle } from '../platform/when-idle.ts';
import { takeOverEarlyInput } from './early-input.ts';
import { pageIn } from './page-in.ts';

const container = document.getElementById('app') as HTMLElement;

async function openApp(known?: LoggedIn): Promise<void> {
  const { startApp } = await import('./start.tsx').catch(recoverChunk);
  const onShown = () => document.documentElement.classList.remove('returning');
  await startApp(container, { onShown, ...known });
}

/** Fetches the app and its first screen while nothing else is going on. */
function fetchAppWhenIdle(): void {
  const app = () => import('./start.tsx').then(({ warmUp }) => warmUp());
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

function onLoggedIn(answer: LoggedIn): Promise<void> {
  local.set(keys.token, answer.accessToken);
  return openApp(answer);
}

function run(texts: LoginTexts): void {
  setClientMessages(texts.common);
  runLoginPage(container, { texts, onLoggedIn, onLanguage: (chosen) => void choose(chosen) });
}

/** The page in another language takes the place of this one; what was typed stays. */
async function change(chosen: Language): Promise<void> {
  const [page, texts] = await Promise.all([pageIn(chosen), loadLoginTexts(chosen)]);
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

/** The language to be in: the stored one, unless another was picked before the page could act on it. */
function wantedLanguage(): Language {
  const picked = container.querySelector('select')?.value;
  return isLanguage(picked) && tagOf[picked] !== document.documentElement.lang ? picked : language();
}

async function openLogin(): Promise<void> {
  const chosen = wantedLanguage();
  const texts = await loadLoginTexts(chosen);
  onApiError((error) => error.kind !== 'answer' && toast(error.message));
  run(texts);
  // The server sends the page in the language of the cookie; should that be lost, the right one is fetched.
  if (document.documentElement.lang !== tagOf[chosen]) await choose(chosen);
  else storeLanguage(chosen);
  showGuestsTheirWay();
  takeOverEarlyInput();
  showNotice();
  fetchAppWhenIdle();
}

/** Someone who is logged in goes straight on; should the app not come, the login page says so. */
async function goOn(): Promise<void> {
  try {
    await openApp();
  } catch {
    document.documentElement.classList.remove('returning');
    await openLogin();
    toast((await loadLoginTexts(language())).common.network);
  }
}

void (local.get(keys.token) ? goOn() : openLogin());
