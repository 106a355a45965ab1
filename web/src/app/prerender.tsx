import type { Language } from '@recline/contract/languages';
import { renderToStaticMarkup } from 'react-dom/server';
import { loadLoginTexts } from '../../locales/index.ts';
import { LoginScreen } from '../features/session/login-screen.tsx';
import { tagOf } from '../platform/language.ts';

/** Called by the build: the login page as HTML, in one language. */
export async function prerenderLogin(language: Language) {
  const texts = await loadLoginTexts(language);
  const html = renderToStaticMarkup(<LoginScreen texts={texts} language={language} />);
  const { appName: name, tagline: description } = texts.common;
  return { lang: tagOf[language], title: `${texts.login.title} · ${name}`, name, description, html };
}
