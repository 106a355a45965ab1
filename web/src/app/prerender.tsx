import type { Language } from '@recline/contract/languages';
import { renderToString } from 'react-dom/server';
import { loadLoginTexts } from '../../locales/index.ts';
import { tagOf } from '../platform/language.ts';
import { LoginApp, titleOf } from './login-app.tsx';

/** Run by the build: the login page as HTML, in one language. */
export async function prerenderLogin(language: Language) {
  const texts = await loadLoginTexts(language);
  const html = renderToString(
    <LoginApp initial={{ language, texts }} onLoggedIn={() => Promise.resolve()} onReady={() => {}} />,
  );
  const { appName: name, tagline: description } = texts.common;
  return { lang: tagOf[language], title: titleOf(texts), name, description, html };
}
