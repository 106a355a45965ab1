import { join } from 'node:path';
import { findViolations } from './layers/violations.ts';

/** Every import against the layers of ARCHITECTURE.md. */

const folders = ['contract/src', 'provider-simulator/src', 'server/src', 'simulator/src', 'web/src'];
const found = await findViolations(folders, join(import.meta.dirname, '..'));
for (const { rule, from, to } of found) console.log(`✘ ${rule}: ${from} → ${to}`);
console.log(`${found.length} imports against the layers`);
process.exitCode = found.length > 0 ? 1 : 0;
