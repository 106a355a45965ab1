import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${file}.br`, await brotli(content, { params }));
  await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
}

/** Writes compressed copies of every text asset, instead of compressing at every request. */
export async function compressAssets(dist: string): Promise<void> {
  const assets = join(dist, 'assets');
  const names = await readdir(assets);
  await Promise.all(
    names.filter((name) => /\.(js|css|svg|json|wasm)$/.test(name)).map((name) => compress(join(assets, name))),
  );
}
