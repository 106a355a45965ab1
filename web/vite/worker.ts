import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shells } from '@recline/contract/pages';
import { build } from 'vite';

/** Large files that few need: fetched on demand, because their features need the network anyway. */
const notCached = /\.(wasm|map|br|gz)$|leaflet|zxing|reader/i;

/** The service worker with what it imports, as one classic script. */
async function bundleWorker(source: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, rolldownOptions: { input: source, output: { format: 'iife' } } },
  });
  const output = 'output' in built ? built.output : [];
  const [chunk] = output;
  if (chunk?.type !== 'chunk') throw new Error('The service worker was not bundled');
  return chunk.code;
}

/** The scripts that the chair's page loads first, in all languages. */
const chairPageFilesIn = (documents: readonly string[]) =>
  [...new Set(documents.flatMap((html) => html.match(/\/assets\/[^"]+\.js/g) ?? []))].sort();

/**
 * The files that the documents refer to, and transitively the files that those refer to: everything that this app can
 * load.
 */
async function filesOf(documents: readonly string[], assets: string): Promise<string[]> {
  const names = (await readdir(assets)).filter((name) => !notCached.test(name)).sort();
  const found = new Set<string>();
  for (let texts = documents; texts.length > 0; ) {
    const named = names.filter((name) => !found.has(name) && texts.some((text) => text.includes(name)));
    for (const name of named) found.add(name);
    texts = await Promise.all(named.map((name) => readFile(join(assets, name), 'utf8')));
  }
  return [...found].sort().map((name) => `/assets/${name}`);
}

/** A document of the mobile app, in one of the languages; other apps are not kept. */
const isKept = (name: string) => name.endsWith('.html') && (name.split('.')[0] ?? '') in shells;

/** Writes this build's service worker, including the lists of files that it caches. */
export async function writeWorker(dist: string, source: string): Promise<void> {
  const documents = (await readdir(dist)).filter(isKept).sort();
  const contents = await Promise.all(documents.map((name) => readFile(join(dist, name), 'utf8')));
  const code = await bundleWorker(source);
  const files = await filesOf(contents, join(dist, 'assets'));
  const hash = createHash('sha256').update(files.join()).update(code);
  for (const content of contents) hash.update(content);
  const name = `recline-${hash.digest('hex').slice(0, 12)}`;
  const chairPageFiles = chairPageFilesIn(contents.filter((_, at) => documents[at]?.startsWith('chair-page.')));
  const release = JSON.stringify({ name, files, chairPageFiles });
  await writeFile(join(dist, 'sw.js'), `const release = ${release};\n${code}`);
}
