import type { Language } from '@recline/contract/languages';
import { tagOf } from '../platform/language.ts';

/** Fetches the login page in that language. */
export async function fetchLoginPage(language: Language): Promise<{ title: string; content: Node[] }> {
  const response = await fetch(location.pathname, { headers: { lang: language } });
  const sent = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (sent.documentElement.lang !== tagOf[language]) throw new Error(`The server sent no page in ${language}`);
  const content = [...(sent.getElementById('app')?.children ?? [])];
  return { title: sent.title, content: content.map((element) => document.adoptNode(element)) };
}
