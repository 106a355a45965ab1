import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '../contract/src/languages.ts';

/** Compares the brotli size of each page's downloads with its budget; pages with content must not wait for styles. */

const dist = join(import.meta.dirname, '../web/dist');
const budgets = { login: 70, chairPage: 80, home: 115, screen: 40 };

type Files = ReadonlySet<string>;

const assets = readdirSync(join(dist, 'assets'));
const brotliKiB = (file: string) => statSync(join(dist, 'assets', `${file}.br`)).size / 1024;
const sizeOf = (files: Files) => [...files].reduce((sum, file) => sum + brotliKiB(file), 0);

/** A script with everything it imports, but not what it may import later. */
function withImports(file: string, found = new Set<string>()): Files {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(join(dist, 'assets', file), 'utf8');
  for (const [, name] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) withImports(String(name), found);
  return found;
}

const all = (...sets: Files[]): Files => new Set(sets.flatMap((set) => [...set]));
const without = (set: Files, other: Files): Files => new Set([...set].filter((file) => !other.has(file)));

/** The scripts that a document loads or preloads, with their imports. */
function firstLoad(document: string): Files {
  const html = readFileSync(join(dist, document), 'utf8');
  return all(...[...html.matchAll(/\/assets\/([^"]+\.js)"/g)].map(([, file]) => withImports(String(file))));
}

const screens = assets.flatMap((file) => {
  const name = /^(.+-screen)-[\w-]{8}\.js$/.exec(file)?.[1];
  return name ? [{ name, files: withImports(file) }] : [];
});

if (!existsSync(join(dist, 'login.zh_CN.html')))
  throw new Error('The web app is not built: run `npm run build` first.');
/** The texts of all other screens are one file; the largest language counts. */
const words = assets
  .filter((file) => /^screens-[\w-]{8}\.js$/.test(file))
  .map((file) => withImports(file))
  .reduce((longest, files) => (sizeOf(files) > sizeOf(longest) ? files : longest), new Set<string>());
const home = screens.find((screen) => screen.name === 'home-screen');
if (!home) throw new Error('The build has no home screen');

const rows = languages.flatMap((language) => {
  const login = firstLoad(`login.${language}.html`);
  const app = firstLoad(`app.${language}.html`);
  const others = screens.filter((screen) => screen !== home);
  return [
    { page: 'login', language, size: sizeOf(login), budget: budgets.login },
    { page: 'chair-page', language, size: sizeOf(firstLoad(`chair-page.${language}.html`)), budget: budgets.chairPage },
    { page: 'login and home', language, size: sizeOf(all(login, app, home.files)), budget: budgets.home },
    // The scripts that another screen adds are the same in every language, so it is counted once.
    ...(language === 'zh_CN' ? others : []).map(({ name, files }) => ({
      page: name,
      language: '',
      size: sizeOf(without(all(files, words), app)),
      budget: budgets.screen,
    })),
  ];
});

for (const { page, language, size, budget } of rows) {
  const mark = size > budget ? '✘' : '✔';
  console.log(`${mark} ${`${page} ${language}`.padEnd(32)} ${size.toFixed(1).padStart(6)} of ${budget} KB`);
}
const waiting = languages
  .flatMap((language) => [`login.${language}.html`, `chair-page.${language}.html`])
  .filter((document) => /<link rel="stylesheet"/.test(readFileSync(join(dist, document), 'utf8')));
for (const document of waiting) console.log(`✘ ${document} waits for a stylesheet: its styles are inlined`);
process.exitCode = waiting.length > 0 || rows.some(({ size, budget }) => size > budget) ? 1 : 0;
