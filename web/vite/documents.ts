import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, languages } from '@recline/contract/languages';
import { minifySync } from 'vite';
import { slowPageMs } from '../src/mobile/app/page-timing.ts';
import { type BuildManifest, type FirstLoad, firstLoadOf, readBuildManifest } from './build-manifest.ts';
import { type DocumentParts, htmlDocument } from './html-document.ts';
import { manifestOf, writeManifest } from './manifests.ts';
import { requireStyles, usedTokens } from './used-styles.ts';

interface Rendered {
  lang: string;
  title: string;
  name: string;
  description: string;
  html: string;
}
export interface Prerenderers {
  prerenderLogin(language: Language): Promise<Rendered>;
  prerenderOpening(language: Language): Promise<string>;
  prerenderFailed(language: Language, pays: boolean): Promise<string>;
}

/** The content of a document until its scripts run, and its notice if they fail. */
interface Views {
  opening: string;
  failed: string;
  /** For a page that can pay without scripts. */
  failedPay: string;
}

export const viewsIn = async (prerender: Prerenderers, language: Language): Promise<Views> => ({
  opening: await prerender.prerenderOpening(language),
  failed: await prerender.prerenderFailed(language, false),
  failedPay: await prerender.prerenderFailed(language, true),
});

/** The documents with their entries, and the texts that each needs at once. */
export const entries = {
  login: 'src/mobile/app/login.tsx',
  'chair-page': 'src/mobile/app/chair-page.tsx',
  app: 'src/mobile/app/main.ts',
} as const;
type EntryName = keyof typeof entries;
const textsOf: Record<EntryName, readonly string[]> = {
  login: ['login-page'],
  'chair-page': ['login-page', 'chair-page'],
  app: ['login-page', 'core'],
};

/** The page of an order without scripts uses the document of a chair's page, plus the styles of the countdown. */
type DocumentName = EntryName | 'pay-page';
const documentNames: readonly DocumentName[] = ['login', 'chair-page', 'pay-page', 'app'];
const entryOf = (name: DocumentName): EntryName => (name === 'pay-page' ? 'chair-page' : name);
const countdown = 'src/mobile/features/orders/countdown-screen.tsx';

const paper = [
  { color: '#f4f6f4', media: '(prefers-color-scheme: light)' },
  { color: '#0d1413', media: '(prefers-color-scheme: dark)' },
];
const brand = [{ color: '#0b7769' }];

const inlineFolder = new URL('../inline/', import.meta.url);

async function inlineScript(name: string, constants: Record<string, unknown> = {}, target?: string): Promise<string> {
  const defined = Object.entries(constants).map(([key, value]) => `const ${key} = ${JSON.stringify(value)};`);
  const code = await readFile(new URL(`${name}.js`, inlineFolder), 'utf8');
  return minifySync(`${name}.js`, `{${defined.join('')}\n${code}}`, { mangle: false, compress: { target } }).code;
}

/** Shown without scripts, because none can show the notice. */
const withoutScripts = '<noscript><style>#page-failed{display:block!important}</style></noscript>';

/** The page of a chair works without scripts; parts that need them are hidden. */
const paysWithoutScripts =
  '<noscript><style>.with-scripts{display:none!important}.without-scripts{display:inline!important}</style></noscript>';

/** The content of each document, apart from scripts and styles. */
export async function documentParts(
  name: EntryName,
  { lang, title, name: appName, description, html }: Rendered,
  { opening, failed, failedPay }: Views,
  openingStyles: readonly string[],
): Promise<
  Pick<
    DocumentParts,
    'lang' | 'title' | 'description' | 'themeColors' | 'failureScript' | 'inlineScripts' | 'content' | 'after'
  >
> {
  const theme = await inlineScript('theme');
  const earlyInput = await inlineScript('early-input', { slowPageMs });
  const notice = `${failed}${withoutScripts}`;
  const failure = { failureScript: await inlineScript('page-failed', {}, 'es2015') };
  const said = { lang, title: appName, description, themeColors: paper, ...failure };
  if (name === 'app') return { ...said, inlineScripts: [theme], after: `${opening}${notice}` };
  if (name === 'chair-page') {
    const inlineScripts = [theme, earlyInput];
    const after = `<!--recline:state-->${failedPay}${paysWithoutScripts}`;
    return { ...said, inlineScripts, content: '<!--recline:content-->', after };
  }
  const inlineScripts = [theme, await inlineScript('returning', { openingStyles }), earlyInput];
  return { ...said, title, themeColors: brand, inlineScripts, content: html, after: `${opening}${notice}` };
}

const stylesOf = async (dist: string, { stylesheets }: FirstLoad) =>
  (await Promise.all(stylesheets.map((href) => readFile(join(dist, href), 'utf8')))).join('');

/**
 * The app's styles are files, which the browser keeps. Pages with content have theirs inline, so that they appear at
 * once.
 */
async function styleParts(name: EntryName, dist: string, load: FirstLoad): Promise<Partial<DocumentParts>> {
  if (name === 'app') return { scripts: 'first', stylesheets: load.stylesheets };
  return { scripts: 'last', inlineStyles: usedTokens(await stylesOf(dist, load)) };
}

function loadOf(name: DocumentName, language: Language, manifest: BuildManifest): FirstLoad {
  const entry = entryOf(name);
  const texts = textsOf[entry].map((part) => `locales/${language}/${part}.ts`);
  const load = firstLoadOf(manifest, entries[entry], texts);
  if (name === entry) return load;
  const { stylesheets } = firstLoadOf(manifest, countdown);
  return { ...load, stylesheets: [...new Set([...load.stylesheets, ...stylesheets])] };
}

/** Writes the documents of every language: login, app, and the pages of a chair and of an order, which the server renders. */
export async function writeDocuments(dist: string, prerender: Prerenderers): Promise<void> {
  const manifest = await readBuildManifest(dist);
  for (const language of languages) {
    const rendered = await prerender.prerenderLogin(language);
    const views = await viewsIn(prerender, language);
    const app = loadOf('app', language, manifest);
    requireStyles(views.opening, await stylesOf(dist, app));
    requireStyles(rendered.html, await stylesOf(dist, loadOf('login', language, manifest)));
    await writeManifest(dist, language, rendered);
    for (const name of documentNames) {
      const of = entryOf(name);
      const load = loadOf(name, language, manifest);
      requireStyles(of === 'chair-page' ? views.failedPay : views.failed, await stylesOf(dist, load));
      const parts = await documentParts(of, rendered, views, app.stylesheets);
      const { scripts = 'last', ...styles } = await styleParts(of, dist, load);
      const { entry, preloads } = load;
      const manifestHref = `/${manifestOf(language)}`;
      const page = htmlDocument({ entry, preloads, ...parts, ...styles, scripts, manifest: manifestHref });
      await writeFile(join(dist, `${name}.${language}.html`), page);
    }
  }
  await rm(join(dist, '.vite'), { recursive: true });
}
