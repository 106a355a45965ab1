import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';

/** Parts that only few need, and large: they are fetched when asked for, and need the network anyway. */
const leftOut = /\.(wasm|map|br|gz)$|leaflet|zxing|reader/i;

/** Writes the service worker of this build, with the list of what it keeps. */
export async function writeWorker(dist: string, source: string): Promise<void> {
  const names = (await readdir(join(dist, 'assets'))).filter((name) => !leftOut.test(name)).sort();
  const documents = (await readdir(dist)).filter((name) => name.endsWith('.html')).sort();
  const pages = await Promise.all(documents.map((name) => readFile(join(dist, name))));
  const { code } = await transformWithOxc(await readFile(source, 'utf8'), source);
  const hash = createHash('sha256').update(names.join()).update(code);
  for (const page of pages) hash.update(page);
  const name = `recline-${hash.digest('hex').slice(0, 12)}`;
  const release = JSON.stringify({ name, files: names.map((file) => `/assets/${file}`) });
  await writeFile(join(dist, 'sw.js'), `const release = ${release};\n${code}`);
}
