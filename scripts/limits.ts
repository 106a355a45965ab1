import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLimits } from './limits/document.ts';

/** `bin/node scripts/limits.ts`: writes the table of limits in docs/security.md from the code. */

const page = join(import.meta.dirname, '../docs/security.md');
writeFileSync(page, withLimits(readFileSync(page, 'utf8')));
