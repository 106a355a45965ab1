import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, languages } from '@recline/contract/languages';

import { manifestOf, writeManifest } from './manifests.ts';

interface Rendered {
  lang: string;
  title: string;
  name: string;
  description: string;
  html: string;
}
export type Prerender = (language: Language) => Promise<Rendered>;
type Manifest = Record<string, { file: string; name?: string; imports?: string[] }>;

/** Replaces exactly one occurrence: a document that lost its place to fill would be broken in silence. */
function fill(html: string, place: string | RegExp, content: string): string {
  if (!(typeof place === 'string' ? html.includes(place) : place.test(html)))
    throw new Error(`No ${place} in the page`);
  return html.replace(place, () => content);
}

const nameIn = (page: string, { lang, title }: Rendered) =>
  fill(fill(page, '<html lang="zh-CN">', `<html lang="${lang}">`), '<title>Recline</title>', `<title>${title}</title>`);

/** The login page with its words in it. */
export const fillLogin = (page: string, rendered: Rendered) =>
  fill(nameIn(page, rendered), '<div id="app"></div>', `<div id="app">${rendered.html}</div>`);

/** Comments and indentation are for us, not for phones. */
const pack = (page: string) => page.replace(/^\s*\/\/.*\n/gm, '').replace(/\n\s*/g, '\n');

/** Without the tokens that only other screens use; the app brings all of them along. */
function usedTokens(css: string): string {
  const less = css.replace(/(?<=[{;])(--[\w-]+):[^;{}]*;?/g, (token, name) =>
    css.includes(`var(${name}`) ? token : '',
  );
  return less === css ? css : usedTokens(less);
}

/** The styles stand in the page itself, ahead of its script, so that it can be drawn before anything else arrives. */
async function inlineStyles(html: string, dist: string): Promise<string> {
  const links = [...html.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>\s*/g)];
  const styles = await Promise.all(links.map(([, href]) => readFile(join(dist, String(href)), 'utf8')));
  const without = links.reduce((page, [link]) => page.replace(link, ''), html);
  return fill(without, /(?<=<style>@layer[^<]*;\s*)(?=<\/style>)/, usedTokens(styles.join('')));
}

/** What the page is made of must have its look: the bundler leaves out styles that no script asks for. */
function requireStyles(page: string): void {
  const used = [...page.matchAll(/class="([^"]+)"/g)].flatMap(([, names]) => String(names).split(' '));
  const missing = used.filter((name) => !page.includes(`.${name}`));
  if (missing.length > 0) throw new Error(`The login page has no styles for ${missing.join(', ')}`);
}

/** The words of the page's language, with what they import: fetched at once instead of when first asked for. */
function preloads(page: string, manifest: Manifest, part: string): string {
  const chunk = manifest[`locales/${part}.ts`] ?? Object.values(manifest).find(({ name }) => name === part);
  if (!chunk) throw new Error(`No ${part} in the build`);
  const files = [chunk.file, ...(chunk.imports ?? []).map((name) => manifest[name]?.file)];
  const missing = files.filter((file) => !page.includes(`/${file}`));
  return missing.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('');
}

const scriptTags =
  /<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>\s*|<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>\s*/g;

/**
 * The login page asks for its scripts once it is drawn: on a slow phone the asking alone would delay that. Where
 * nothing is drawn, because one only passes through or the page waits in the background, it asks at once.
 */
function scriptsOnceDrawn(page: string): string {
  const tags = [...page.matchAll(scriptTags)];
  const entry = tags.map(([, , src]) => src).find(Boolean);
  const files = tags.map(([, preloaded]) => preloaded).filter(Boolean);
  const load = `const add = (tag, rest) => document.head.append(Object.assign(document.createElement(tag), rest));
const load = () => {
for (const href of ${JSON.stringify(files)}) add('link', { rel: 'modulepreload', crossOrigin: '', href });
add('script', { type: 'module', crossOrigin: '', src: "${entry}" });
};
if (document.hidden || document.documentElement.className) load();
else addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(load)));`;
  return fill(page.replace(scriptTags, ''), '/*recline:scripts*/', load);
}

/** One login document and one app document a language, ready to be sent as they are. */
export async function writeDocuments(dist: string, prerender: Prerender): Promise<void> {
  const read = (name: string) => readFile(join(dist, name), 'utf8');
  const manifest = JSON.parse(await read('.vite/manifest.json')) as Manifest;
  const login = await inlineStyles(pack(await read('login.html')), dist);
  const app = pack(await read('app.html'));
  for (const language of languages) {
    const rendered = await prerender(language);
    await writeManifest(dist, language, rendered);
    const dress = (page: string, words: string) => {
      const links = `<link rel="manifest" href="/${manifestOf(language)}"><meta name="description" content="${rendered.description}">`;
      // Ahead of the page's own styles, so that what is named here is asked for as early as can be.
      return fill(page, '<script type="module"', `${links}${preloads(page, manifest, words)}<script type="module"`);
    };
    const pages = {
      login: fillLogin(scriptsOnceDrawn(dress(login, `login-${language}`)), rendered),
      app: nameIn(dress(app, `${language}/core`), { ...rendered, title: rendered.name }),
    };
    requireStyles(pages.login);
    for (const [name, page] of Object.entries(pages)) await writeFile(join(dist, `${name}.${language}.html`), page);
  }
  await Promise.all(['login.html', 'app.html', '.vite'].map((name) => rm(join(dist, name), { recursive: true })));
}
