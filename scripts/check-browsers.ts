import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findUnsupported } from './browsers/unsupported.ts';

/** Searches the built files, libraries included, for features that the oldest promised browsers lack. */

const assets = join(import.meta.dirname, '../web/dist/assets');
const names = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));
const found = names.flatMap((name) =>
  findUnsupported(name, readFileSync(join(assets, name), 'utf8')).map((what) => `${name}: ${what}`),
);
for (const line of found) console.log(`✘ ${line}`);
if (found.length === 0) console.log(`✔ ${names.length} files use nothing that Chromium 87 or iOS 15.4 lacks`);
process.exitCode = found.length === 0 ? 0 : 1;
