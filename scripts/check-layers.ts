import { join } from 'node:path';
import { findViolations } from './layers/violations.ts';
import { findTableViolations } from './tables/violations.ts';

/** Checks every import against the layers of ARCHITECTURE.md, and every table against its owner. */

const root = join(import.meta.dirname, '..');
const imports = await findViolations(root);
for (const { rule, from, to } of imports) console.log(`✘ ${rule}: ${from} → ${to}`);
const tables = findTableViolations(root);
for (const { rule, file, what } of tables) console.log(`✘ ${rule}: ${file} → ${what}`);
console.log(`${imports.length} imports against the layers, ${tables.length} tables against their owners`);
process.exitCode = imports.length + tables.length > 0 ? 1 : 0;
