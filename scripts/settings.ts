import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMain } from '@recline/server/platform/is-main';
import { settingsDocument, settingsExample } from './settings/document.ts';

/** `npm run settings`: writes docs/settings.md and .env.example from the schema of the settings. */

const root = join(import.meta.dirname, '..');
if (isMain(import.meta)) {
  writeFileSync(join(root, 'docs/settings.md'), settingsDocument());
  writeFileSync(join(root, '.env.example'), settingsExample());
}
