import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

/** Large files that few need: they are fetched on demand, and need the network anyway. */
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

/** The scripts that the page of a chair loads at once, in any language. */
const chairPageFilesIn = (documents: readonly string[]) =>
  [...new Set(documents.flatMap((html) => html.match(/\/assets\/[^"]+\.js/g) ?? []))].sort();

/** Writes the service worker of this build, with the lists of files it caches. */
export async function writeWorker(dist: string, source: string): Promise<void> {
  const names = (await readdir(join(dist, 'assets'))).filter((name) => !notCached.test(name)).sort();
  const documents = (await readdir(dist)).filter((name) => name.endsWith('.html')).sort();
  const contents = await Promise.all(documents.map((name) => readFile(join(dist, name), 'utf8')));
  const code = await bundleWorker(source);
  const hash = createHash('sha256').update(names.join()).update(code);
  for (const content of contents) hash.update(content);
  const name = `recline-${hash.digest('hex').slice(0, 12)}`;
  const files = names.map((file) => `/assets/${file}`);
  const chairPageFiles = chairPageFilesIn(contents.filter((_, at) => documents[at]?.startsWith('chair-page.')));
  const release = JSON.stringify({ name, files, chairPageFiles });
  await writeFile(join(dist, 'sw.js'), `const release = ${release};\n${code}`);
}
