import type { ChairPageState } from '@recline/contract/chair-page';
import { type Language, tagOf } from '@recline/contract/languages';
import { operatorNamePlace } from '@recline/contract/operator';
import type { PayPageState } from '@recline/contract/pay-form';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import {
  type AppTexts,
  type ChairPageTexts,
  type CommonTexts,
  loadChairPageTexts,
  loadCoreTexts,
  loadFailedPageTexts,
  loadLoginTexts,
  loadTexts,
} from '../../../locales/index.ts';
import { LanguageContext } from '../../platform/text.tsx';
import { ChairPageScreen } from '../features/chair-page/chair-page-screen.tsx';
import { PayPage, refreshOf, titleOf } from '../features/orders/pay-page.tsx';
import { LoginScreen } from '../features/session/login-screen.tsx';
import { FailedView } from './failed-view.tsx';
import { OpeningView } from './opening-view.tsx';

const untilHydrated = () => Promise.resolve();

const inLanguage = (language: Language, texts: CommonTexts, page: ReactNode) => (
  <LanguageContext value={{ language, texts, choose: untilHydrated }}>{page}</LanguageContext>
);

/** Called by the build: the login page as HTML, in one language. The server fills in the operator's name. */
export async function prerenderLogin(language: Language) {
  const texts = await loadLoginTexts(language);
  const html = renderToString(
    inLanguage(language, texts, <LoginScreen operator={operatorNamePlace} onLoggedIn={untilHydrated} />),
  );
  const [name, description] = [operatorNamePlace, texts.common.tagline];
  return { lang: tagOf(language), title: `${texts.login.title} · ${name}`, name, description, html };
}

/** Called by the build: the content of the app's document until its scripts render. */
export async function prerenderOpening(language: Language): Promise<string> {
  return renderToString(inLanguage(language, await loadCoreTexts(language), <OpeningView />));
}

/** Called by the build: the notice of a document whose scripts fail. */
export async function prerenderFailed(language: Language, pays: boolean): Promise<string> {
  return renderToString(inLanguage(language, await loadFailedPageTexts(language), <FailedView pays={pays} />));
}

const textsOfChairPage: Partial<Record<Language, ChairPageTexts>> = {};

/** Called by the server: the page of a chair, from its state alone. */
export async function renderChairPage(state: ChairPageState) {
  const { language } = state;
  textsOfChairPage[language] ??= await loadChairPageTexts(language);
  const texts = textsOfChairPage[language];
  const html = renderToString(inLanguage(language, texts, <ChairPageScreen state={state} />));
  // The card is missing, and no script will fetch it.
  const askAgain = state.card === null && !state.unknown && state.agreements !== null;
  const { title } = texts.chairPage;
  return { html, title: state.card ? `${title} · ${state.card.deviceId}` : title, askAgain };
}

const textsOfPayPage: Partial<Record<Language, AppTexts>> = {};

/** Called by the server: an order without scripts. */
export async function renderPayPage(state: PayPageState) {
  const { language } = state;
  textsOfPayPage[language] ??= await loadTexts(language);
  const texts = textsOfPayPage[language];
  const html = renderToString(inLanguage(language, texts, <PayPage state={state} />));
  const refresh = refreshOf(state);
  return { html, title: titleOf(state, texts), refresh, isStatic: state.onward !== null };
}
