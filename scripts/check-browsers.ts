import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findUnsupported, isChecked } from './browsers/unsupported.ts';

/** Searches the built files, libraries included, for features that the oldest promised browsers lack. */

const dist = join(import.meta.dirname, '../web/dist');
// Documents and the service worker are beside the assets; what is in `server` runs there.
const files = ['', 'assets'].flatMap((folder) => readdirSync(join(dist, folder)).map((name) => join(folder, name)));
const names = files.filter(isChecked);
const found = names.flatMap((name) =>
  findUnsupported(basename(name), readFileSync(join(dist, name), 'utf8')).map((what) => `${name}: ${what}`),
);
for (const line of found) console.log(`✘ ${line}`);
if (found.length === 0) console.log(`✔ ${names.length} files use nothing that Chromium 87 or iOS 15.4 lacks`);
process.exitCode = found.length === 0 ? 0 : 1;
