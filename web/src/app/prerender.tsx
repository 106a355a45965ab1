import type { StickerState } from '@recline/contract/chair-card';
import type { Language } from '@recline/contract/languages';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { loadCoreTexts, loadLoginTexts, loadStickerTexts, type StickerTexts, type Texts } from '../../locales/index.ts';
import { StickerScreen } from '../features/chair-card/sticker-screen.tsx';
import { LoginScreen } from '../features/session/login-screen.tsx';
import { tagOf } from '../platform/language.ts';
import { LanguageContext } from '../platform/text.tsx';
import { OpeningView } from './opening-view.tsx';

const untilHydrated = () => Promise.resolve();

const inLanguage = (language: Language, texts: Partial<Texts>, page: ReactNode) => (
  <LanguageContext value={{ language, texts: texts as Texts, choose: untilHydrated }}>{page}</LanguageContext>
);

/** Called by the build: the login page as HTML, in one language. */
export async function prerenderLogin(language: Language) {
  const texts = await loadLoginTexts(language);
  const html = renderToString(inLanguage(language, texts, <LoginScreen onLoggedIn={untilHydrated} />));
  const { appName: name, tagline: description } = texts.common;
  return { lang: tagOf[language], title: `${texts.login.title} · ${name}`, name, description, html };
}

/** Called by the build: what the app's document shows until its scripts do. */
export async function prerenderOpening(language: Language): Promise<string> {
  return renderToString(inLanguage(language, await loadCoreTexts(language), <OpeningView />));
}

const textsOfSticker: Partial<Record<Language, StickerTexts>> = {};

/** Called by the server: the page of a chair, from nothing but the state. */
export async function renderSticker(state: StickerState) {
  const { language } = state;
  textsOfSticker[language] ??= await loadStickerTexts(language);
  const texts = textsOfSticker[language];
  const html = renderToString(inLanguage(language, texts, <StickerScreen state={state} />));
  return { html, title: texts.sticker.title };
}
