import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commitOf } from '../platform/build-info.ts';

const root = new URL('../../../', import.meta.url);
const manifest = readFileSync(new URL('package.json', root), 'utf8');
export const { version } = JSON.parse(manifest) as { version: string };

/** The output of `recline version`. An image has no repository, so `COMMIT` names the commit there. */
export function versionReport() {
  const commit = process.env.COMMIT || commitOf(fileURLToPath(root));
  return { text: commit ? `${version} (${commit})` : version, json: { version, commit: commit ?? null } };
}
