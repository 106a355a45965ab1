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
export interface Prerenderers {
  prerenderLogin: Prerender;
  prerenderOpening(language: Language): Promise<string>;
}
type Manifest = Record<string, { file: string }>;

/** Replaces one occurrence, and throws where there is none. */
function fill(html: string, place: string | RegExp, content: string): string {
  if (!(typeof place === 'string' ? html.includes(place) : place.test(html)))
    throw new Error(`No ${place} in the page`);
  return html.replace(place, () => content);
}

const setLanguage = (page: string, { lang, title }: Rendered) =>
  fill(fill(page, '<html lang="zh-CN">', `<html lang="${lang}">`), '<title>Recline</title>', `<title>${title}</title>`);

/** The login page with its content. */
export const fillLogin = (page: string, rendered: Rendered) =>
  fill(setLanguage(page, rendered), '<div id="app"></div>', `<div id="app">${rendered.html}</div>`);

/** The loading view, until the scripts show something. */
const fillOpening = (page: string, opening: string) => fill(page, '<!--recline:opening-->', opening);

/** For a logged-in user the login document shows the loading view, which needs the styles of the app's document. */
const addOpeningStyles = (page: string, hrefs: string[]) =>
  fill(
    page,
    '/*recline:opening-styles*/',
    `for(const href of ${JSON.stringify(hrefs)})document.head.append(Object.assign(document.createElement('link'),{rel:'stylesheet',href}))`,
  );

/** Removes comments and indentation. */
const pack = (page: string) => page.replace(/^\s*\/\/.*\n/gm, '').replace(/\n\s*/g, '\n');

/** Removes design tokens that only other screens use; the app has all of them. */
function usedTokens(css: string): string {
  const less = css.replace(/(?<=[{;])(--[\w-]+):[^;{}]*;?/g, (token, name) =>
    css.includes(`var(${name}`) ? token : '',
  );
  return less === css ? css : usedTokens(less);
}

const styleLinks = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>\s*/g;

const stylesIn = (html: string) => [...html.matchAll(styleLinks)].map(([, href]) => String(href));

const stylesOf = async (html: string, dist: string) =>
  (await Promise.all(stylesIn(html).map((href) => readFile(join(dist, href), 'utf8')))).join('');

/** Inlines the styles ahead of the script, so that the page renders before anything else has loaded. */
async function inlineStyles(html: string, dist: string): Promise<string> {
  const without = html.replace(styleLinks, '');
  return fill(without, /(?<=<style>@layer[^<]*;\s*)(?=<\/style>)/, usedTokens(await stylesOf(html, dist)));
}

/** Throws where a class has no styles: the bundler omits styles that no script imports. */
function requireStyles(page: string, css = page): void {
  const used = [...page.matchAll(/class="([^"]+)"/g)].flatMap(([, names]) => String(names).split(' '));
  const missing = used.filter((name) => !css.includes(`.${name}`));
  if (missing.length > 0) throw new Error(`A prerendered page has no styles for ${missing.join(', ')}`);
}

/** Preloads texts of the page's language. */
function preloads(manifest: Manifest, language: Language, parts: readonly string[]): string {
  const fileOf = (part: string) => {
    const chunk = manifest[`locales/${language}/${part}.ts`];
    if (!chunk) throw new Error(`No ${part} in the build`);
    return chunk.file;
  };
  return parts.map((part) => `<link rel="modulepreload" crossorigin href="/${fileOf(part)}">`).join('');
}

const scriptTags = /(?:<link rel="modulepreload"[^>]*>|<script type="module"[^>]*><\/script>)\s*/g;

const isReact = (tag: string) => tag.includes('/react-');

/**
 * Moves the scripts of a prerendered page to its end: they are requested once the whole page has arrived, and do not
 * compete with it for bandwidth. React comes first, because it is the largest.
 */
function scriptsLast(page: string): string {
  const tags = [...(page.match(scriptTags) ?? [])].sort((one, other) => Number(isReact(other)) - Number(isReact(one)));
  return fill(page.replace(scriptTags, ''), '</body>', `${tags.join('')}</body>`);
}

/** Writes the documents of every language: login, app, and the page of a chair, whose content the server renders. */
export async function writeDocuments(dist: string, prerender: Prerenderers): Promise<void> {
  const read = (name: string) => readFile(join(dist, name), 'utf8');
  const manifest = JSON.parse(await read('.vite/manifest.json')) as Manifest;
  const login = await inlineStyles(pack(await read('login.html')), dist);
  const sticker = await inlineStyles(pack(await read('sticker.html')), dist);
  const app = pack(await read('app.html'));
  const appStyles = await stylesOf(app, dist);
  for (const language of languages) {
    const rendered = await prerender.prerenderLogin(language);
    await writeManifest(dist, language, rendered);
    const addHead = (page: string, ...parts: string[]) => {
      const links = `<link rel="manifest" href="/${manifestOf(language)}"><meta name="description" content="${rendered.description}">`;
      // In the app's document ahead of its styles, so that the preloads start as early as possible.
      return fill(page, '<script type="module"', `${links}${preloads(manifest, language, parts)}<script type="module"`);
    };
    const opening = await prerender.prerenderOpening(language);
    const pages = {
      login: fillLogin(scriptsLast(addHead(login, 'login-page')), rendered),
      sticker: scriptsLast(
        setLanguage(addHead(sticker, 'login-page', 'sticker'), { ...rendered, title: rendered.name }),
      ),
      app: setLanguage(addHead(app, 'login-page', 'core'), { ...rendered, title: rendered.name }),
    };
    requireStyles(pages.login);
    requireStyles(opening, appStyles);
    pages.app = fillOpening(pages.app, opening);
    pages.login = fillOpening(addOpeningStyles(pages.login, stylesIn(app)), opening);
    for (const [name, page] of Object.entries(pages)) await writeFile(join(dist, `${name}.${language}.html`), page);
  }
  await Promise.all(
    ['login.html', 'sticker.html', 'app.html', '.vite'].map((name) => rm(join(dist, name), { recursive: true })),
  );
}
